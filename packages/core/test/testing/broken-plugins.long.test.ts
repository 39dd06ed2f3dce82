import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PluginReference } from '../../src/load/plugin/define-plugin.ts'
import type { ConformanceOptions } from '../../src/testing/trial.ts'
import { ConformanceError, pluginConformance, UnjudgedError } from '../../src/testing/plugin-conformance.ts'
import { startLinesServer } from './lines/start-lines-server.ts'

const folder = new URL('broken/', import.meta.url)
const journey = new URL('lines/lines.journey.ts', import.meta.url).href
const options = { journey, users: 2, iterations: 4 }
// A plugin that hangs does so for ever: the length of the wait does not matter.
const lasting = { ...options, limit: 1000 }

/** How each plugin of the folder breaks one rule: the rule, the observation, and a part of the advice. */
const breaches: Readonly<Record<string, readonly [rule: string, seen: string | RegExp, advice: string | RegExp]>> = {
  'accepts-unknown-options': ['options with an unknown key are refused', '{ noSuchOption: true } was accepted', /strict/],
  'cannot-be-disposed-of': [
    'createClient returns a client that can be disposed of',
    /^plugin lines: createClient: its client has neither \[Symbol.asyncDispose\]\(\) nor \[Symbol.dispose\]\(\)/,
    /return an object with a method/,
  ],
  'declares-foreign-metric': [
    'the module default-exports a plugin with a good name, metrics and options',
    'plugin lines declares the metric "responses", which is not named after it',
    'its name must be "lines_" and letters, digits or "_"',
  ],
  'differs-by-thread': [
    'every thread loads the same plugin from the reference',
    /^a worker thread found .*lines_of_thread_\d+.*, and this one .*lines_of_thread_\d+/,
    /depend on nothing but the code and the reference/,
  ],
  'does-io-in-create-client': [
    'createClient does no I/O',
    'it opened 1 TCP socket before anything of the client was used',
    /in the methods of the client/,
  ],
  'does-not-respond': ['the journey can be done with the client', 'it threw nobody responds', /make it succeed/],
  'leaves-requests-open': [
    'every request that a client starts ends',
    '1 of 2 requests had not ended when the journey was done',
    /requests.ended/,
  ],
  'hangs-in-dispose': ['a client is disposed of in time', 'it was not disposed of within 1000 ms', /close what is open/],
  'hangs-in-setup': [
    'setup ends in time and returns data that can be cloned',
    'setup of plugin lines failed: it did not end within 1 s',
    /within the limit/,
  ],
  'hangs-in-teardown': [
    'teardown ends in time and leaves no connection, also when there was no load',
    'teardown of plugin lines failed: it did not end within 1 s',
    /and end/,
  ],
  'has-a-bad-name': [
    'the module default-exports a plugin with a good name, metrics and options',
    /names its plugin "my-lines"$/,
    /lower-case letters and digits/,
  ],
  'has-no-options-schema': [
    'the module default-exports a plugin with a good name, metrics and options',
    /options must be a schema that follows Standard Schema/,
    /./,
  ],
  'keeps-state-in-its-module': [
    'a test with one load thread does every iteration and can be believed',
    '0 of 4 iterations were completed (plugin lines: createClient: there are no rooms)',
    'let the plugin work alike in every thread',
  ],
  'leaks-a-socket': [
    'a client that was disposed of leaves nothing open',
    'still open after the user has left: 1 connection to the server and 1 TCP socket',
    /close every socket/,
  ],
  'leaks-when-interrupted': [
    'a test that is interrupted ends at once and leaves no connection',
    // Of those who have asked since they last left.
    /^still open after it: \d connections? to the server$/,
    /heed context.signal/,
  ],
  'leaves-a-timer': ['a client that was disposed of leaves nothing open', 'still open after the user has left: 1 timer', /timer/],
  'leaves-options-open': ['options have every default filled in', 'greeting is undefined once parsed', /default/],
  'mutates-client-context': [
    'clients change nothing of the context they are given',
    'they changed context.shared',
    /copy what the client is to change/,
  ],
  'mutates-setup-context': ['setup changes nothing of what it is given', 'setup changed context.options', /return what is new/],
  'parses-options-differently': [
    'options are parsed alike each time, and what was given is not changed',
    /^parsing {} twice gave .* and /,
    /no random number/,
  ],
  'records-undeclared-metric': [
    'only metrics that are declared are recorded',
    'lines_asnwers was recorded, and declared are lines_answers, lines_round_trip',
    /declare it under "metrics"/,
  ],
  'returns-a-function-from-setup': [
    'setup ends in time and returns data that can be cloned',
    /because rooms.open is a function/,
    /return plain data/,
  ],
  'throws-in-create-client': [
    'createClient returns a client that can be disposed of',
    'plugin lines: createClient: no such room',
    /for every user/,
  ],
  'throws-in-setup': [
    'setup ends in time and returns data that can be cloned',
    'setup of plugin lines failed: no database',
    /let setup succeed/,
  ],
  'throws-in-teardown': [
    'teardown ends in time and leaves no connection, also when there was no load',
    'teardown of plugin lines failed: no database',
    /let teardown succeed/,
  ],
  'throws-when-disposed-twice': ['a client can be disposed of twice', 'the second time threw already closed', /do nothing the second time/],
}

test('each plugin of the folder has a case', () => {
  expect(readdirSync(folder).map((file) => file.replace('.plugin.ts', ''))).toEqual(Object.keys(breaches).toSorted())
})

test.each(Object.entries(breaches))(
  'a plugin that %s breaks one rule, which is explained, and is not judged by rules that build on it',
  async (name, breach) => {
    const reference = { module: new URL(`${name}.plugin.ts`, folder).href, options: {} }
    const { broken, blamed } = await judge(reference, /^(hangs|leaks|leaves)/.test(name) ? lasting : options)
    const [rule, seen, advice] = breach
    expect(broken.map((error) => error.rule)).toEqual([rule])
    expect(broken[0]?.seen).toMatch(seen)
    expect(broken[0]?.advice).toMatch(advice)
    expect(broken[0]?.message).toBe(`${rule}: ${broken[0]?.seen}. To do: ${broken[0]?.advice}. (plugin ${broken[0]?.module})`)
    expect([...blamed].filter((each) => each !== rule)).toEqual([])
  },
)

test('options that cannot be cloned are reported as a fault of the reference', async () => {
  const { broken } = await judge({ module: new URL('lines/sound.plugin.ts', import.meta.url).href, options: { greeting: () => 'hello' } })
  expect(broken.map(({ rule }) => rule)).toEqual(['the reference is data that can cross threads'])
  expect(broken[0]?.advice).toContain('put no functions')
})

test('a missing module is named', async () => {
  const { broken } = await judge({ module: new URL('broken/nowhere.plugin.ts', import.meta.url).href })
  expect(broken.map(({ rule }) => rule)).toEqual(['the module default-exports a plugin with a good name, metrics and options'])
  expect(broken[0]?.seen).toContain('nowhere.plugin.ts cannot be loaded')
})

test('a missing journey is no fault of the plugin', async () => {
  const reference = { module: new URL('lines/sound.plugin.ts', import.meta.url).href, options: {} }
  const [, second] = pluginConformance(reference, startLinesServer, { journey: './nowhere.journey.ts' })
  await expect(second?.run()).rejects.toThrow('scenarios.conformance.journey')
})

interface Judgement {
  readonly broken: readonly ConformanceError[]
  /** The rules because of which others could not be judged. */
  readonly blamed: ReadonlySet<string>
}

/** Runs every case. */
async function judge(reference: PluginReference, by: ConformanceOptions = options): Promise<Judgement> {
  const broken: ConformanceError[] = []
  const blamed = new Set<string>()
  for (const { run } of pluginConformance(reference, startLinesServer, by)) {
    const error: unknown = await run().catch((thrown: unknown) => thrown)
    if (error === undefined) continue
    if (error instanceof UnjudgedError) blamed.add((error.cause as ConformanceError).rule)
    else if (error instanceof ConformanceError) broken.push(error)
    else throw error
  }
  return { broken, blamed }
}
