import './need-node-24.mjs';

import {
  commandLine,
  folder,
  httpUrl,
  httpsOrigin,
  runCommand,
  wholeNumber,
} from '../lib/commands/command-line.ts';
import { runService } from '../lib/commands/run-service.ts';
import { defaultMemoryMb } from '../lib/local/memory-budget.ts';

const usage = `npm start -- [options]        run the whole service on this machine

  --port N         listen on N, or on the next free port (default 3000); with --url on N only
  --fresh          delete stored pages, keys and usage first
  --data DIR       where they are kept (default .winnow)
  --memory MB      memory that all function processes share (default half of the machine's)
  --concurrency N  processes of one function at most (default as many as fit the memory)
  --account-concurrency N  invocations of all functions at once at most, as in an AWS account with N slots
  --dynamodb URL   use this DynamoDB Local, or another emulator of DynamoDB, instead of the embedded one
  --runtime-client FILE  run the functions by another client of Lambda's Runtime API, such as AWS's (aws-lambda-ric)
  --url URL        the URL of a proxy with HTTPS in front, at which the service is found
  --sign-in-url URL  the URL of the proxy in front of the next port, at which people sign in
  --json           print one line of JSON when ready, and nothing else
  --llm URL        an OpenAI-compatible model endpoint (sets OPENAI_BASE_URL, and LLM_MODEL to its first chat model)

CHROME_PATH names an installed Chrome or Chromium, which replaces the one for Linux x64 that comes with npm ci.
Settings are read from the environment and .env; .env.example lists them.`;

const { values } = commandLine(
  {
    options: {
      port: { type: 'string', default: '3000' },
      fresh: { type: 'boolean', default: false },
      data: { type: 'string', default: '.winnow' },
      memory: { type: 'string', default: String(defaultMemoryMb()) },
      concurrency: { type: 'string', default: '1000' },
      'account-concurrency': { type: 'string' },
      dynamodb: { type: 'string' },
      'runtime-client': { type: 'string' },
      url: { type: 'string' },
      'sign-in-url': { type: 'string' },
      json: { type: 'boolean', default: false },
      llm: { type: 'string' },
    },
  },
  usage,
);

const { 'account-concurrency': accountConcurrency, dynamodb, url, 'sign-in-url': signInUrl } = values;
await runCommand(() =>
  runService({
    port: wholeNumber('--port', values.port, 0, 65_535),
    maxConcurrency: wholeNumber('--concurrency', values.concurrency, 1, 1_000),
    accountConcurrency:
      accountConcurrency === undefined
        ? undefined
        : wholeNumber('--account-concurrency', accountConcurrency, 1, 100_000),
    memoryMb: wholeNumber('--memory', values.memory, 64, 1_000_000),
    dynamodb: dynamodb === undefined ? undefined : httpUrl('--dynamodb', dynamodb),
    runtimeClient: values['runtime-client'],
    url: url === undefined ? undefined : httpsOrigin('--url', url),
    signInUrl: signInUrl === undefined ? undefined : httpsOrigin('--sign-in-url', signInUrl),
    fresh: values.fresh,
    data: folder('--data', values.data),
    json: values.json,
    llm: values.llm,
  }),
);
