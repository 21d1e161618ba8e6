import * as z from 'zod';

import { type DeploymentSettings, readSettings } from '../settings.ts';
import { reasonOf } from './failed-request.ts';

const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });
const modelListMs = 10_000;

/** Names of models that answer no questions: LM Studio, Ollama and OpenAI list them beside the others. */
const noChat = /embed|rerank|\b(?:bge|e5|gte|minilm)\b|whisper|\btts\b|moderation/i;

/** An endpoint that lists no models may have them. */
const nameIt = 'Set LLM_MODEL to the name of the one to use.';

/** What an operator can do about a status of `GET /models`. */
function remedyFor(status: number, url: string): string {
  if (status === 401 || status === 403) return 'Set OPENAI_API_KEY to a key that it accepts.';
  if (status === 404 && !url.endsWith('/v1/models'))
    return `The URL of most endpoints ends with /v1. ${nameIt}`;
  return nameIt;
}

/** The list of models of an OpenAI-compatible endpoint (`GET /models`). Throws with what to do about it. */
async function listModels(baseUrl: string, apiKey: string | undefined): Promise<unknown> {
  const url = `${baseUrl.replace(/\/$/, '')}/models`;
  const response = await fetch(url, {
    headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(modelListMs),
  }).catch((cause: Error) => {
    throw new Error(`${url} does not answer (${reasonOf(cause)}). Is the model's server running?`, { cause });
  });
  if (!response.ok)
    throw new Error(`${url} answers with status ${response.status}. ${remedyFor(response.status, url)}`);
  return response.json().catch(() => undefined);
}

/** The first chat model that an endpoint lists. Throws with what to set instead. */
async function firstChatModel(baseUrl: string, apiKey: string | undefined): Promise<string> {
  const { data: models } = modelList.safeParse(await listModels(baseUrl, apiKey));
  const model = models?.data.find(({ id }) => !noChat.test(id));
  if (model === undefined) throw new Error(`${baseUrl} lists no chat model. ${nameIt}`);
  return model.id;
}

/**
 * The operator's settings with the model endpoint of `--llm`, and with its first chat model when LLM_MODEL is not set. Both are
 * written to this process's environment, which the command that synthesises the stack inherits.
 */
export async function settingsWithModel(
  endpoint: string | undefined,
  apiKey: string | undefined,
  progress: (step: string) => void,
): Promise<DeploymentSettings> {
  if (endpoint === undefined) return readSettings(process.env);
  process.env['OPENAI_BASE_URL'] = endpoint;
  const settings = readSettings(process.env);
  if (settings.LLM_MODEL !== undefined) return settings;
  process.env['LLM_MODEL'] = await firstChatModel(endpoint, apiKey);
  progress(`using the model ${process.env['LLM_MODEL']}`);
  return readSettings(process.env);
}
