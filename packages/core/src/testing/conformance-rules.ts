import { tryClient } from './try-client.ts'
import { tryFailure, tryInterruption, tryLoad, tryWithoutPlugin } from './try-runs.ts'
import { tryModule, tryOptions, tryReference, trySetup, tryThread } from './try-setup.ts'
import type { Attempt } from './trial.ts'

/** One rule of the plugin contract. */
interface ConformanceRule {
  /** The rule as a sentence that is true for every plugin that keeps it. */
  readonly name: string
  /** The keys of the rules that must be kept for this rule to be judged. */
  readonly needs: readonly string[]
  /** What finds out whether the rule is broken, under the key of the rule. */
  readonly by: Attempt
  /** What to do when the rule is broken. */
  readonly advice: string
}

/** The rules of the plugin contract by their keys, in the order of their cases. */
export const conformanceRules: Readonly<Record<string, ConformanceRule>> = {
  isData: {
    name: 'the reference is data that can cross threads',
    needs: [],
    by: tryReference,
    advice: 'put no functions and no objects of classes into options; what needs code belongs into a journey file',
  },
  isPlugin: {
    name: 'the module default-exports a plugin with a good name, metrics and options',
    needs: ['isData'],
    by: tryModule,
    advice: 'change it as this says',
  },
  parsesAlike: {
    name: 'options are parsed alike each time, and what was given is not changed',
    needs: ['isPlugin'],
    by: tryOptions,
    advice: 'use no time, no random number and no counter in the schema: each thread parses the options itself',
  },
  loadsInThreads: {
    name: 'every thread loads the same plugin from the reference',
    needs: ['parsesAlike'],
    by: tryThread,
    advice: 'let name, metrics and options depend on nothing but the code and the reference',
  },
  refusesUnknownOptions: {
    name: 'options with an unknown key are refused',
    needs: ['isPlugin'],
    by: tryOptions,
    advice: 'make the schema strict, such as z.strictObject({ ... }): a misspelt option must not be ignored in silence',
  },
  completesOptions: {
    name: 'options have every default filled in',
    needs: ['isPlugin'],
    by: tryOptions,
    advice: 'give it a default, such as z.string().default(...), or leave the key out',
  },
  setupChangesNothing: {
    name: 'setup changes nothing of what it is given',
    needs: ['loadsInThreads', 'completesOptions'],
    by: trySetup,
    advice: 'return what is new rather than changing a context: a test hands out read-only ones',
  },
  setupReturnsData: {
    name: 'setup ends in time and returns data that can be cloned',
    needs: ['setupChangesNothing'],
    by: trySetup,
    advice: 'let setup succeed against the server that startServer starts, within the limit, and return plain data',
  },
  teardownEnds: {
    name: 'teardown ends in time and leaves no connection, also when there was no load',
    needs: ['setupReturnsData'],
    by: trySetup,
    advice: 'let teardown succeed after every setup, and end: what it waits for may never come once a test has failed',
  },
  createsClient: {
    name: 'createClient returns a client that can be disposed of',
    needs: ['setupReturnsData', 'teardownEnds'],
    by: tryClient,
    advice: 'return an object with a method [Symbol.asyncDispose] or [Symbol.dispose], for every user and every option',
  },
  createClientDoesNoIo: {
    name: 'createClient does no I/O',
    needs: ['createsClient'],
    by: tryClient,
    advice: 'open connections and files in the methods of the client',
  },
  journeyIsDone: {
    name: 'the journey can be done with the client',
    needs: ['createsClient'],
    by: tryClient,
    advice: 'make it succeed against the server that startServer starts, or give the case more time by `limit`',
  },
  clientChangesNothing: {
    name: 'clients change nothing of the context they are given',
    needs: ['createsClient'],
    by: tryClient,
    advice: 'copy what the client is to change; users share what they are given, and a test hands it out read-only',
  },
  recordsDeclaredMetrics: {
    name: 'only metrics that are declared are recorded',
    needs: ['createsClient'],
    by: tryClient,
    advice: 'declare it under "metrics" of the plugin, as { type: \'counter\' } or another type, or correct the name',
  },
  endsItsRequests: {
    name: 'every request that a client starts ends',
    needs: ['journeyIsDone'],
    by: tryClient,
    advice: 'call requests.ended for each requests.started, however the request ends, and let the journey wait for its responses',
  },
  leavesInTime: {
    name: 'a client is disposed of in time',
    needs: ['createsClient'],
    by: tryClient,
    advice: 'close what is open without waiting for the other side',
  },
  leavesNothingOpen: {
    name: 'a client that was disposed of leaves nothing open',
    needs: ['leavesInTime', 'createClientDoesNoIo'],
    by: tryClient,
    advice: 'close every socket, file and timer when the client is disposed of',
  },
  canBeDisposedOfTwice: {
    name: 'a client can be disposed of twice',
    needs: ['leavesInTime'],
    by: tryClient,
    advice: 'do nothing the second time: a journey may close what its user closes again when it leaves',
  },
  runsInCallingThread: runsWith('runsInCallingThread', 0, 'no load thread', [
    'journeyIsDone',
    'clientChangesNothing',
    'recordsDeclaredMetrics',
    'leavesNothingOpen',
    'canBeDisposedOfTwice',
    'teardownEnds',
  ]),
  runsInOneThread: runsWith('runsInOneThread', 1, 'one load thread', ['runsInCallingThread']),
  runsInTwoThreads: runsWith('runsInTwoThreads', 2, 'two load threads', ['runsInOneThread']),
  interruptedRunEnds: {
    name: 'a test that is interrupted ends at once and leaves no connection',
    needs: ['journeyIsDone', 'leavesNothingOpen'],
    by: tryInterruption,
    advice: 'heed context.signal, which aborts when the user has to stop, and close what is open',
  },
  teardownRunsAfterFailure: {
    name: 'teardown runs and succeeds when the test fails before its load',
    needs: ['teardownEnds'],
    by: tryFailure,
    advice: 'let teardown succeed whatever happened after setup',
  },
  isMissedByName: {
    name: 'a journey that uses the client without the plugin in the config says which line to add',
    needs: ['loadsInThreads'],
    by: tryWithoutPlugin,
    advice: 'name the plugin as the function that makes its reference is named',
  },
}

function runsWith(key: string, workers: number, threads: string, needs: readonly string[]): ConformanceRule {
  return {
    name: `a test with ${threads} does every iteration and can be believed`,
    needs,
    by: async (trial) => ({ [key]: await tryLoad(trial, workers) }),
    advice: 'let the plugin work alike in every thread',
  }
}
