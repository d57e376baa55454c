/** A message, or an item of a response's input. */
interface Item {
  readonly content: string;
  readonly output?: string;
  readonly arguments?: string;
}

/** Body of a generation or pooling request, as far as the server reads it. */
export interface Body {
  readonly model: string;
  readonly prompt?: string;
  /** Texts to embed, or the input of a response. */
  readonly input?: string | readonly string[];
  readonly query?: string;
  readonly documents?: readonly string[];
  /** With images `content` is a list of parts. */
  readonly messages?: readonly Item[];
  readonly tools?: readonly object[];
  readonly tool_choice?: string;
  readonly max_tokens?: number;
  /** Its name in AIPerf's and GuideLLM's chat requests. */
  readonly max_completion_tokens?: number;
  /** Its name in responses. */
  readonly max_output_tokens?: number;
  readonly store?: boolean;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly ignore_eos?: boolean;
  readonly temperature: number;
  readonly priority?: number;
}
