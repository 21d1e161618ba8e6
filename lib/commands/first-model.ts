import * as z from 'zod';

const modelList = z.object({ data: z.array(z.object({ id: z.string().min(1) })).min(1) });

/** The first model that an OpenAI-compatible endpoint lists (`GET /models`). Throws with what to set instead. */
export async function firstModel(baseUrl: string, apiKey: string | undefined): Promise<string> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/models`, {
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(10_000),
    });
    const [{ id } = { id: '' }] = modelList.parse(await response.json()).data;
    return id;
  } catch (cause) {
    throw new Error(`${baseUrl} lists no model. Set LLM_MODEL to the name of the one to use.`, { cause });
  }
}
