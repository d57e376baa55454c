interface ModelKey {
  readonly serverId: string;
  readonly model: string;
}

/** What serves a model, to be put back later. */
export interface HeldConfig {
  /** config.pbtxt text; "" where the server completes the model by itself. */
  readonly text: string;
  /** Whether it serves in place of a config.pbtxt. */
  readonly override: boolean;
  /** ModelConfig as JSON text as the server says it serves it; "" where it serves nothing. */
  readonly servedJson: string;
  /** Changes with that. */
  readonly servedEtag: string;
}

/** Configurations as the lab sees them: what serves, another one for a while, and what served before. */
export interface LabConfigs {
  /** UNAVAILABLE while no server can report it. */
  held(key: ModelKey): Promise<HeldConfig>;
  /** Lets `text` serve from the server alone. Rejects with what is wrong with it, or the server's own words. */
  tryOut(key: ModelKey, text: string, note: string): Promise<void>;
  /** Lets serve again what was held; does nothing where it does. */
  putBack(key: ModelKey, held: HeldConfig, note: string): Promise<void>;
}
