interface ModelKey {
  readonly serverId: string;
  readonly model: string;
}

/** A model's active configuration, to be restored later. */
export interface HeldConfig {
  /** config.pbtxt text; "" if the server completes the model by itself. */
  readonly text: string;
  /** Whether it overrides a config.pbtxt. */
  readonly override: boolean;
  /** The active ModelConfig as the server's JSON text; "" if the model does not serve. */
  readonly servedJson: string;
  /** Changes with that. */
  readonly servedEtag: string;
}

/** Configurations for the lab: the active one, a temporary one, and the original. */
export interface LabConfigs {
  /** UNAVAILABLE while no server can report it. */
  held(key: ModelKey): Promise<HeldConfig>;
  /** Makes `text` the active configuration as an override. Rejects with the problem, or the server's own words. */
  tryOut(key: ModelKey, text: string, note: string): Promise<void>;
  /** Restores a configuration; does nothing if it is active. */
  restore(key: ModelKey, held: HeldConfig, note: string): Promise<void>;
}
