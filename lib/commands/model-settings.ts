import * as z from 'zod';

import { type DeploymentSettings, readSettings } from '../settings.ts';

const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });
const modelListMs = 10_000;

/** Names of models that answer no questions: LM Studio, Ollama and OpenAI list them beside the others. */
const noChat = /embed|rerank|\b(?:bge|e5|gte|minilm)\b|whisper|\btts\b|moderation/i;

/** The first chat model that an OpenAI-compatible endpoint lists (`GET /models`). Throws with what to set instead. */
async function firstChatModel(baseUrl: string, apiKey: string | undefined): Promise<string> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/models`, {
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(modelListMs),
    });
    const { data } = modelList.parse(await response.json());
    const model = data.find(({ id }) => !noChat.test(id));
    if (model === undefined) throw new Error(`None of its ${data.length} models is a chat model.`);
    return model.id;
  } catch (cause) {
    throw new Error(`${baseUrl} lists no chat model. Set LLM_MODEL to the name of the one to use.`, {
      cause,
    });
  }
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
