import { hasNoTarget } from '../config/has-no-target.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import type { ResolvedSuite } from '../config/schema/suite-schema.ts'
import type { SuiteConfig } from '../config/suite-config.ts'
import { InvalidConfigError, type ConfigIssue } from '../errors/invalid-config-error.ts'

/** A test on one variant of the target. */
export interface ResolvedVariant {
  /** `default` for a test with a target of its own. */
  readonly name: string
  readonly config: ResolvedConfig
}

/** A test of a suite that was checked, on each of its targets. */
interface ResolvedTest {
  /** Whether its target is its own rather than a variant of the suite. */
  readonly hasOwnTarget: boolean
  /** At least one; they differ in nothing but the target, also where the seed is drawn. */
  readonly variants: readonly [ResolvedVariant, ...ResolvedVariant[]]
}

/** A suite that was checked, with every default filled in. */
export interface ResolvedTests extends ResolvedSuite {
  readonly tests: readonly ResolvedTest[]
}

// For a test whose variants have something wrong, which is told already.
const anyTarget = { unusable: 'http://localhost' }

/**
 * Checks a suite, loads the plugins of its tests, and checks their configs for each variant.
 *
 * @param cwd folder that paths in the configs are relative to. Default: that of the process
 * @throws InvalidConfigError with everything that is wrong; of several tests, each path begins with `tests[<index>]`
 */
export async function resolveTests(input: SuiteConfig, cwd: string = process.cwd()): Promise<ResolvedTests> {
  const { resolveSuite } = await import('../config/resolve-suite.ts')
  const { suite, issues: suiteIssues } = resolveSuite(input, cwd)
  const issues: ConfigIssue[] = [...suiteIssues]
  const tests: ResolvedTest[] = []
  const targets = suiteIssues.some(({ path }) => path.startsWith('variants')) ? anyTarget : input.variants
  // A suite may be given wrongly in every way, and is not read before it was checked.
  const given: readonly unknown[] = Array.isArray(input.tests) ? input.tests : []
  for (const [index, test] of given.entries()) {
    try {
      tests.push(await resolveTest(test, targets, cwd))
    } catch (error) {
      if (!(error instanceof InvalidConfigError)) throw error
      issues.push(...(given.length === 1 ? error.issues : error.issues.map((issue) => within(`tests[${index}]`, issue))))
    }
  }
  if (issues.length > 0) throw new InvalidConfigError(issues)
  return { ...suite, tests }
}

async function resolveTest(test: unknown, targets: SuiteConfig['variants'], cwd: string): Promise<ResolvedTest> {
  const [{ resolveConfig }, { loadPlugins }] = await Promise.all([
    import('../config/resolve-config.ts'),
    import('../plugin/load-plugins.ts'),
  ])
  const references = typeof test === 'object' && test !== null && 'plugins' in test ? test.plugins : undefined
  const plugins = await loadPlugins(references, cwd)
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
