import { expandSweep, type ExpandedTest } from '../config/expand-sweep.ts'
import { hasNoTarget, type SuiteConfig } from '../config/config.ts'
import { fieldsOf } from '../config/unchecked.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { ResolvedSuite } from '../config/resolve-suite.ts'
import { InvalidConfigError, type ConfigIssue } from '../base/errors/benchpress-error.ts'

/** A test on one variant of the target. */
export interface ResolvedVariant {
  /** Name of the variant; `default` for a test with its own target. */
  readonly name: string
  readonly config: ResolvedConfig
}

/** A checked test of a suite, on each of its targets. */
export interface ResolvedTest {
  /** Whether the test has its own target, and not the variants of the suite. */
  readonly hasOwnTarget: boolean
  /** The variants, at least one; they differ only in the target, and share a random seed. */
  readonly variants: readonly [ResolvedVariant, ...ResolvedVariant[]]
}

/** A checked suite with every default filled in. */
export interface ResolvedTests extends ResolvedSuite {
  readonly tests: readonly ResolvedTest[]
}

/** The config of a test, or that of the first of several variants. */
export function configOf({ variants: [first] }: ResolvedTest): ResolvedConfig {
  return first.config
}

// Stands for invalid variants, which are reported already.
const anyTarget = { unusable: 'http://localhost' }

/**
 * Checks a suite, makes a test for each point of a sweep, loads the plugins of the tests, and checks their configs for each variant.
 *
 * @param cwd folder that paths in the configs are relative to. Default: the working directory
 * @throws InvalidConfigError with everything that is wrong; with several tests, each path begins with `tests[<index>]`
 */
export async function resolveTests(input: SuiteConfig, cwd: string = process.cwd()): Promise<ResolvedTests> {
  const { resolveSuite } = await import('../config/resolve-suite.ts')
  const { suite, issues: suiteIssues } = resolveSuite(input, cwd)
  const issues: ConfigIssue[] = [...suiteIssues]
  const tests: ResolvedTest[] = []
  const targets = suiteIssues.some(({ path }) => path.startsWith('variants')) ? anyTarget : input.variants
  // An unchecked suite may be any value, so it is not read before it was checked.
  const given: readonly unknown[] = Array.isArray(input.tests) ? input.tests : []
  for (const [index, test] of given.entries()) {
    try {
      tests.push(...(await resolvePoints(test, targets, cwd)))
    } catch (error) {
      if (!(error instanceof InvalidConfigError)) throw error
      issues.push(...(given.length === 1 ? error.issues : error.issues.map((issue) => within(`tests[${index}]`, issue))))
    }
  }
  issues.push(...(issues.length === 0 ? findNamesakes(tests) : []))
  if (issues.length > 0) throw new InvalidConfigError(issues)
  return { ...suite, tests }
}

/** A test without a sweep is its only point. All points get the same seed, like variants. */
async function resolvePoints(given: unknown, targets: SuiteConfig['variants'], cwd: string): Promise<readonly ResolvedTest[]> {
  const { tests: points, issues: sweepIssues } = expandSweep(given)
  const issues = [...sweepIssues]
  const resolved: ResolvedTest[] = []
  for (const point of points) {
    try {
      const seed = resolved[0]?.variants[0].config.seed
      const own = seed === undefined ? point.test : { ...(point.test as object), seed }
      resolved.push(atPoint(await resolveTest(own, targets, cwd), point))
    } catch (error) {
      if (!(error instanceof InvalidConfigError)) throw error
      issues.push(...error.issues.map(point.place))
    }
  }
  // A problem of the test occurs at each of its points, and is reported once.
  if (issues.length > 0)
    throw new InvalidConfigError([...new Map(issues.map((issue) => [`${issue.path}: ${issue.message}`, issue])).values()])
  return resolved
}

/**
 * Checks a test outside of a suite.
 *
 * @throws InvalidConfigError with everything that is wrong
 */
export async function resolveLoadTest(test: unknown, cwd: string | undefined): Promise<ResolvedConfig> {
  const { tests } = await resolveTests({ name: 'test', tests: [test as SuiteConfig['tests'][number]] }, cwd)
  const [only] = tests
  if (only === undefined) throw new RangeError('a suite of one test has none')
  return configOf(only)
}

function atPoint({ hasOwnTarget, variants: [first, ...others] }: ResolvedTest, { point }: ExpandedTest): ResolvedTest {
  const swept = ({ name, config }: ResolvedVariant): ResolvedVariant => ({ name, config: { ...config, sweep: point } })
  return { hasOwnTarget, variants: [swept(first), ...others.map(swept)] }
}

// Another test may have the same name as a point of a sweep.
function findNamesakes(tests: readonly ResolvedTest[]): readonly ConfigIssue[] {
  const names = tests.map((test) => configOf(test).name)
  const twins = new Set(names.filter((name, index) => names.indexOf(name) !== index))
  return Array.from(twins, (name) => ({
    path: 'tests',
    message: `two are called ${JSON.stringify(name)}`,
    hint: 'one is made by a sweep: rename the other',
  }))
}

async function resolveTest(test: unknown, targets: SuiteConfig['variants'], cwd: string): Promise<ResolvedTest> {
  const [{ resolveConfig }, { loadPlugins }] = await Promise.all([
    import('../config/resolve-config.ts'),
    import('../load/plugin/config-plugins.ts'),
  ])
  const plugins = await loadPlugins(fieldsOf(test)['plugins'], cwd)
  const resolve = (config: unknown): ResolvedConfig => resolveConfig(config, { cwd, plugins })
  const [first, ...others] = targets === undefined || !hasNoTarget(test) ? [] : Object.entries(targets)
  if (first === undefined) return { hasOwnTarget: true, variants: [{ name: 'default', config: resolve(test) }] }
  const config = resolve({ ...(test as object), target: first[1] })
  const resolveOther = ([name, target]: typeof first): ResolvedVariant => ({
    name,
    config: resolve({ ...(test as object), seed: config.seed, target }),
  })
  return { hasOwnTarget: false, variants: [{ name: first[0], config }, ...others.map(resolveOther)] }
}

function within(parent: string, { path, ...issue }: ConfigIssue): ConfigIssue {
  return { ...issue, path: path === '' ? parent : `${parent}.${path}` }
}
