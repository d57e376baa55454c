import { createEngine, type EngineOptions } from "../engine.ts";
import type { Engine } from "../types.ts";
import { TestRepository } from "./repository.ts";

/** An empty model repository and the engines that a test starts on it. */
export class EngineFixture implements AsyncDisposable {
  readonly repository: TestRepository;
  readonly #defaults: Partial<EngineOptions>;
  readonly #engines: Engine[] = [];

  private constructor(repository: TestRepository, defaults: Partial<EngineOptions>) {
    this.repository = repository;
    this.#defaults = defaults;
  }

  static async create(defaults: Partial<EngineOptions> = {}): Promise<EngineFixture> {
    return new EngineFixture(await TestRepository.create(), defaults);
  }

  async start(options: Partial<EngineOptions> = {}): Promise<Engine> {
    const engine = await createEngine({
      modelRepository: this.repository.path,
      ...this.#defaults,
      ...options,
    });
    this.#engines.push(engine);
    return engine;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#engines.map((engine) => engine.close()));
    await this.repository[Symbol.asyncDispose]();
  }
}
