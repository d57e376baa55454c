import { type KeptPrediction, predictedPlan } from "../contract/index.ts";
import type { Db, Migration } from "../store/index.ts";

export const keptPredictionMigration: Migration = {
  id: 116,
  name: "predictions of experiments",
  sql: `
    CREATE TABLE kept_predictions (
      experiment_id INTEGER PRIMARY KEY,
      server TEXT NOT NULL,
      model TEXT NOT NULL,
      predicted TEXT NOT NULL
    ) STRICT;
  `,
};

/** Beyond this, the oldest are deleted. */
const MAX_PREDICTIONS = 500;

interface Row {
  readonly experiment_id: number;
  readonly predicted: string;
}

interface PredictedExperiment extends KeptPrediction {
  readonly serverId: string;
  readonly model: string;
}

/** Predictions of plans that experiments measured (WHATIF-13). */
export class KeptPredictions {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  keep({ experimentId, serverId, model, predicted }: PredictedExperiment): void {
    this.#db.transaction(() => {
      this.#db.run(
        "INSERT OR REPLACE INTO kept_predictions (experiment_id, server, model, predicted) VALUES (?, ?, ?, ?)",
        experimentId,
        serverId,
        model,
        JSON.stringify(predicted),
      );
      this.#db.run(
        `DELETE FROM kept_predictions WHERE experiment_id NOT IN
           (SELECT experiment_id FROM kept_predictions ORDER BY experiment_id DESC LIMIT ?)`,
        MAX_PREDICTIONS,
      );
    });
  }

  get(experimentId: number): KeptPrediction | null {
    return read(
      this.#db.get<Row>("SELECT * FROM kept_predictions WHERE experiment_id = ?", experimentId),
    );
  }

  last(serverId: string, model: string): KeptPrediction | null {
    return read(
      this.#db.get<Row>(
        "SELECT * FROM kept_predictions WHERE server = ? AND model = ? ORDER BY experiment_id DESC LIMIT 1",
        serverId,
        model,
      ),
    );
  }
}

/** Null for an unreadable record. */
function read(row: Row | undefined): KeptPrediction | null {
  if (!row) return null;
  try {
    const predicted = predictedPlan.parse(JSON.parse(row.predicted));
    return { experimentId: row.experiment_id, predicted };
  } catch {
    return null;
  }
}
