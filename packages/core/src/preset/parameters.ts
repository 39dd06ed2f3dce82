import type { SuiteConfig, SuiteTestConfig } from '../config/config.ts'
import type { Duration } from '../config/fields/quantity-schema.ts'
import { formatDuration, parseDuration } from '../base/units/duration.ts'

/** Parameters by their names in reports, such as `connections`. */
export type Parameters = Readonly<Record<string, string>>

/** Lists the parameters that differ, such as `duration 30s -> 1s`. */
export function describeDifferences(before: Parameters, after: Parameters): readonly string[] {
  return Object.keys({ ...before, ...after }).flatMap((name) => {
    const [was = 'none', is = 'none'] = [before[name], after[name]]
    return was === is ? [] : [`${name} ${was} -> ${is}`]
  })
}

/** The name of a test, with its documented and its actual parameters. */
export type TestParameters = readonly [test: string, before: Parameters, after: Parameters]

/**
 * Lists the parameters of several tests that differ, each difference once: first those that all tests have in common, then the others with the names of
 * their tests.
 */
export function differencesOfTests(tests: readonly TestParameters[]): readonly string[] {
  const named = tests.flatMap(([name, before, after]) => describeDifferences(before, after).map((difference) => ({ name, difference })))
  const all = [...Map.groupBy(named, ({ difference }) => difference)].map(([difference, of]) => ({ difference, of }))
  const [common, others] = [all.filter(({ of }) => of.length === tests.length), all.filter(({ of }) => of.length < tests.length)]
  return [
    ...common.map(({ difference }) => difference),
    ...others.map(({ difference, of }) => `${namesOf.format(new Set(of.map(({ name }) => name)))} ${difference}`),
  ]
}

// As in `load, websocket and max`.
const namesOf = new Intl.ListFormat('en-GB')

/** The parameters of a suite of one test that do not depend on its scenarios. */
export function commonParameters(suite: SuiteConfig): Parameters {
  return Object.assign(runsOf(suite), ...suite.tests.map(testParameters)) as Parameters
}

/** The number of runs of each test of a suite, as a parameter. */
export function runsOf({ repeats = 1 }: SuiteConfig): Parameters {
  return { runs: String(repeats) }
}

/** The parameters of a test that do not depend on its scenarios. */
export function testParameters({ workers = 1, timeout = 10, connectTimeout = 10, tls, unixSocket, sweep }: SuiteTestConfig): Parameters {
  return {
    workers: String(workers),
    timeout: sayDuration(timeout),
    'connect timeout': sayDuration(connectTimeout),
    'TLS verification': tls?.insecure === true ? 'off' : 'on',
    connection: unixSocket === undefined ? 'TCP' : 'Unix socket',
    // A sweep is listed under the swept parameter: users 10, 20, 30.
    ...Object.fromEntries(Object.entries(sweep ?? {}).map(([parameter, levels]) => [parameter, levels.join(', ')])),
  }
}

/** Converts the time of a flag, such as `1m30s`, to seconds. */
export function secondsOf(time: string): number {
  return (parseDuration(time) ?? 0) / 1e6
}

/** Writes a duration as text: `30s`. */
export function sayDuration(duration: Duration): string {
  const microseconds = parseDuration(duration)
  return microseconds === undefined ? String(duration) : formatDuration(microseconds)
}
