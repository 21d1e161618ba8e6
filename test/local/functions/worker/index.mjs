import { appendFileSync } from 'node:fs';

/** Writes down what it saw; messages whose body says so fail. */
export const handler = async ({ Records, source }) => {
  if (source === 'aws.events') return appendFileSync(process.env.DIARY, 'scheduled\n');
  for (const { body, attributes, eventSourceARN } of Records)
    appendFileSync(
      process.env.DIARY,
      `${body} ${attributes.ApproximateReceiveCount} ${Records.length} ${eventSourceARN}\n`,
    );
  return {
    batchItemFailures: Records.filter(({ body }) => body.startsWith('fail')).map(({ messageId }) => ({
      itemIdentifier: messageId,
    })),
  };
};
