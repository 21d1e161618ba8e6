import type { Caller } from '#shared/accounts/keys/caller.ts';
import { requirePermission } from '#shared/accounts/plans/permission.ts';
import type { ExtractionTask } from '#shared/extract/task/extraction-task.ts';
import { prepareTask } from '#shared/extract/task/prepare-task.ts';

/** A task of pages that are read later, and the field of the request that has it. */
export interface AskedTask {
  readonly options: ExtractionTask;
  readonly field: string;
}

/**
 * Checks the tasks of a job before anything of it is counted or stored. Rejects with PLAN_FORBIDS when the caller may not
 * extract, with INVALID_REQUEST when a schema cannot be used.
 */
export async function requireUsableTasks(
  tasks: readonly AskedTask[],
  { plan, key }: Pick<Caller, 'plan' | 'key'>,
): Promise<void> {
  if (tasks.length === 0) return;
  requirePermission(plan, key.operations, 'extract');
  for (const { options, field } of tasks) await prepareTask(options, `${field}.schema`);
}
