import {
  describeDifferences,
  differencesOfTests,
  leaveOut,
  runsOf,
  scaleCount,
  secondsOf,
  usageError,
  testParameters,
  wordFlag,
  type NamedParameters,
  type TestParameters,
  type AdaptedSuite,
  type PresetTarget,
  type AskedOfPreset,
  type PresetSettings,
  type FlagsOf,
  type FlagSources,
  type UnfitFlag,
} from '@benchpress/core/preset'
import type { SuiteConfig } from '@benchpress/core'
import { nameParameters, nestjsSuite, type ArrivalSettings } from './nestjs-suite.ts'
import { documentedTests, profiles, adaptPhases, type NestjsTest, type ProfileName } from './nestjs-tests.ts'

/**
 * Makes the suite that a user asks for, and lists its differences from the documented one.
 *
 * @throws UsageError for flags that the tests cannot follow
 */
export function adaptTests(target: PresetTarget, { settings, own, part, path, apply }: AskedOfPreset<NestjsSettings>): AdaptedSuite {
  refuse(own, part, path)
  const documented = documentedTests.filter(({ name }) => name === (part ?? name))
  // The published file of the maximum test has no profiles, and its phases are of another kind.
  const chosen = own.profile === undefined ? documented : documented.filter(({ name }) => name !== 'max')
  const tests = chosen.map((test) => adaptTest(test, settings, own))
  const arrivals: ArrivalSettings = {
    arrivals: settings.arrivals ?? 'uniform',
    maxUsers: scaleCount(settings.maxUsers, settings.scale ?? 1),
  }
  const suite = apply(nestjsSuite(target, tests, arrivals), leaveOut(settings, inTests))
  const before = nestjsSuite(target, chosen, documentedArrivals)
  return {
    suite,
    changes: [
      ...describeDifferences({ ...runsOf(before), ...nameTests(documented) }, { ...runsOf(suite), ...nameTests(chosen) }),
      ...describeDifferences({ profile: 'none' }, { profile: own.profile ?? 'none' }),
      ...differencesOfTests(
        chosen.flatMap((test, index): readonly TestParameters[] => {
          const adapted = tests[index] ?? test
          return [[test.name, parametersOf(test, before, documentedArrivals), parametersOf(adapted, suite, arrivals)]]
        }),
      ),
    ],
  }
}

// Settings that are part of the tests, and must not be applied twice.
const inTests = ['url', 'duration', 'scale', 'maxUsers', 'arrivals', 'timeout'] as const

/** The documented arrivals: users arrive evenly, and all of them may be active at once. */
export const documentedArrivals: ArrivalSettings = { arrivals: 'uniform', maxUsers: undefined }

function refuse({ profile }: NestjsSettings, part: string | undefined, path: string | undefined): void {
  if (path !== undefined) throw usageError('URL: the paths are those of the preset', 'Give it without a path, as in http://localhost:3000.')
  if (profile !== undefined && part === 'max')
    throw usageError(`--profile ${profile}: the maximum test has no profiles`, 'Give --scale, or -d for shorter phases.')
}

function adaptTest(test: NestjsTest, { scale = 1, duration, timeout }: PresetSettings, { profile }: NestjsSettings): NestjsTest {
  const phases = profile === undefined ? test.phases : profiles[profile]
  return {
    ...test,
    phases: adaptPhases(phases, scale, duration === undefined ? undefined : secondsOf(duration)),
    timeout: timeout === undefined ? test.timeout : secondsOf(timeout),
  }
}

function nameTests(tests: readonly NestjsTest[]): NamedParameters {
  return { tests: tests.map(({ name }) => name).join(', ') }
}

function parametersOf(test: NestjsTest, { tests }: SuiteConfig, arrivals: ArrivalSettings): NamedParameters {
  const config = tests.find(({ name }) => name === test.name)
  return { ...nameParameters(test, arrivals), ...(config !== undefined && testParameters(config)) }
}

/** The settings that only the tests of the auctions have. */
export interface NestjsSettings {
  readonly profile: ProfileName | undefined
}

const names = Object.keys(profiles) as readonly ProfileName[]

/** The flags of {@link NestjsSettings}. */
export const nestjsFlags: FlagsOf<NestjsSettings> = {
  profile: wordFlag(
    '--profile <name>',
    `arrivals of another length and rate for load and websocket, as published: ${names.join(', ')}`,
    names,
    { default: 'the five documented phases' },
  ),
}

const arrivals = 'users arrive in phases, and each does one journey'

/** The flags of every command that these tests cannot follow. */
export const unfitForNestjs: readonly UnfitFlag[] = [
  { key: 'connections', because: 'users share a pool of 100 or 300 connections, as documented', hint: 'Give --scale for fewer users.' },
  { key: 'users', because: arrivals, hint: 'Give --scale.' },
  { key: 'rate', because: arrivals, hint: 'Give --scale, which multiplies the rates of all phases.' },
  { key: 'pipelining', because: 'a user has one request at a time', hint: 'Leave it out.' },
  { key: 'refill', because: 'a user has one request at a time', hint: 'Leave it out.' },
  { key: 'requests', because: arrivals, hint: 'Give --scale, or -d for shorter phases.' },
  { key: 'warmup', because: 'the first phase is the warm-up, and counted, as documented', hint: 'Leave it out.' },
  { key: 'sweep', because: arrivals, hint: 'Run it several times with another --scale.' },
  { key: 'reconnectAfter', because: 'users share connections that are kept', hint: 'Leave it out.' },
]

/** The flags that each part of the suite comes from. */
export const sourcesOfNestjs: FlagSources = [[/^scenarios/, '--scale, -d, --profile and --max-users']]
