import type { Caller } from '#shared/accounts/keys/caller.ts';
import { requirePermission } from '#shared/accounts/plans/permission.ts';
import type { ExtractionTask } from '#shared/extract/task/extraction-task.ts';
import { prepareTask } from '#shared/extract/task/prepare-task.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** For all schemas of a job: its workers compile them again beside other pages, and must renew leases meanwhile. */
const maxPreparingMs = 2_000;

/** A task of pages that are read later, and the field of the request that has it. */
export interface AskedTask {
  readonly options: ExtractionTask;
  readonly field: string;
}

/**
 * Checks the tasks of a job before anything of it is counted or stored. Rejects with PLAN_FORBIDS when the caller may not
 * extract, with INVALID_REQUEST when a schema cannot be used or all take too long together.
 */
export async function requireUsableTasks(
  tasks: readonly AskedTask[],
  { plan, key }: Pick<Caller, 'plan' | 'key'>,
  nowMs: () => number = () => performance.now(),
): Promise<void> {
  if (tasks.length === 0) return;
  requirePermission(plan, key.operations, 'extract');
  const startedMs = nowMs();
  for (const { options, field } of tasks) {
    await prepareTask(options, `${field}.schema`);
    if (nowMs() - startedMs > maxPreparingMs)
      throw new AppError('INVALID_REQUEST', `${field}.schema: the schemas take too long to compile`);
  }
}
