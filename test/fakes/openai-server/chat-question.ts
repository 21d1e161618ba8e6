export interface ChatMessage {
  readonly role: string;
  readonly content: string;
}

/** A request to `POST /chat/completions`, as far as the fake understands it. */
export interface ChatQuestion {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly format: 'json_schema' | 'json_object' | 'text';
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly isStreamed: boolean;
  /** The most tokens that the answer may have. */
  readonly outputTokens: number | undefined;
  readonly parameters: readonly string[];
  readonly key: string | undefined;
}

interface ChatBody {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream?: boolean;
  readonly max_completion_tokens?: number;
  readonly max_tokens?: number;
  readonly response_format?: {
    readonly type: ChatQuestion['format'];
    readonly json_schema?: { readonly schema: Readonly<Record<string, unknown>> };
  };
}

export function chatQuestion(body: string, authorization: string | undefined): ChatQuestion {
  const request = JSON.parse(body) as ChatBody;
  const schema = request.response_format?.json_schema?.schema;
  return {
    model: request.model,
    messages: request.messages,
    format: request.response_format?.type ?? 'text',
    ...(schema === undefined ? {} : { schema }),
    isStreamed: request.stream === true,
    outputTokens: request.max_completion_tokens ?? request.max_tokens,
    parameters: Object.keys(request),
    key: authorization?.replace('Bearer ', ''),
  };
}
