import type { Caller } from '#shared/accounts/keys/caller.ts';
import { requirePermission } from '#shared/accounts/plans/permission.ts';
import type { ExtractionTask } from '#shared/extract/task/extraction-task.ts';
import { prepareTask } from '#shared/extract/task/prepare-task.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** Different tasks of one job. */
const maxTasks = 100;
/** For all schemas of a job: its workers compile them again beside other pages, and must renew leases meanwhile. */
const maxPreparingMs = 2_000;

/** Options of pages that are read later, and the beginning of their fields in the request. */
interface AskedOptions {
  readonly options: { readonly jsonOptions?: ExtractionTask | undefined };
  readonly prefix: string;
}

/**
 * Checks the tasks of a job, each once, before anything of it is counted or stored. Rejects with PLAN_FORBIDS when the caller may
 * not extract, with INVALID_REQUEST when they are too many, or when a schema cannot be used or all take too long together.
 */
export async function requireUsableTasks(
  asked: readonly AskedOptions[],
  { plan, key }: Pick<Caller, 'plan' | 'key'>,
  nowMs: () => number = () => performance.now(),
): Promise<void> {
  const tasks = asked.flatMap(({ options: { jsonOptions: task }, prefix }) =>
    task === undefined ? [] : [{ task, field: `${prefix}jsonOptions` }],
  );
  const alike = Map.groupBy(tasks, ({ task }) => JSON.stringify(task));
  if (alike.size === 0) return;
  requirePermission(plan, key.operations, 'extract');
  if (alike.size > maxTasks)
    throw new AppError(
      'INVALID_REQUEST',
      `urls: at most ${maxTasks} different jsonOptions fit into one batch`,
    );
  const startedMs = nowMs();
  const different = [...alike.values()].flatMap(([first]) => first ?? []);
  for (const { task, field } of different) {
    await prepareTask(task, `${field}.schema`);
    if (nowMs() - startedMs > maxPreparingMs)
      throw new AppError('INVALID_REQUEST', `${field}.schema: the schemas take too long to compile`);
  }
}
