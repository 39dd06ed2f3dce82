import { InvalidConfigError } from '../base/errors/benchpress-error.ts'
import { fieldsOf } from './unchecked.ts'
import type { PluginLoading } from '../load/plugin/config-plugins.ts'
import { showValue } from '../base/redact/cut-text.ts'
import { configIssues } from './config-issues.ts'
import {
  mostAtOnce,
  type ResolvedConfig,
  type ResolvedScenario,
  type ResolvedJourneyScenario,
  type ResolvedPlugin,
} from './resolved-config.ts'
import { connectTimeoutByDefault, readContext, type ConfigContext, envSchema, secretsSchema } from './config-context.ts'
import { resolve } from 'node:path'
import { z } from 'zod'
import type { MetricDefinitions } from '../measure/recorder/own-metric.ts'
import type { ResolvedTarget } from '../target/target.ts'
import { drawSeed, highestSeed } from '../model/workload/random.ts'
import { usableCpus } from '../target/cgroup.ts'
import { maxHeaderSizeByDefault } from '../load/wire/head-reader.ts'
import { nameless, type Config } from './config.ts'
import {
  addIssues,
  addProblem,
  checkTogether,
  findNameProblems,
  oneOfKinds,
  strictObject,
  type FieldsProblem,
} from './fields/object-schema.ts'
import { positiveDurationSchema, wholeNumberSchema } from './fields/quantity-schema.ts'
import { metricsSchema, metricsOf, findMetricProblems } from './metrics-schema.ts'
import { originSchema } from './fields/url-schema.ts'
import { targetSchema } from './target/target-schema.ts'
import { thresholdsSchema } from './threshold-config.ts'
import { dnsSchema } from './target/dns-schema.ts'
import { tlsSchema } from './target/tls-schema.ts'
import { requestScenarioSchema, type PartlyResolvedRequestScenario, journeyScenarioSchema } from './scenario.ts'
import type { PluginProblem } from '../load/plugin/load-plugin.ts'
import type { PluginReference } from '../load/plugin/define-plugin.ts'
import { cloneableSchema } from './fields/file-schema.ts'

interface ResolveConfigOptions {
  /** Folder that the config's paths are relative to. Default: the working directory. */
  readonly cwd?: string
  /** The plugins of the config, loaded by `loadPlugins`. Default: none, for a config without plugins. */
  readonly plugins?: readonly PluginLoading[]
}

/**
 * Checks a config and fills in its defaults. Nothing is started or connected to; only paths in the config are looked up.
 *
 * The same config always has the same result, except for the random seed of a config without one.
 *
 * @throws InvalidConfigError with everything that is wrong
 */
export function resolveConfig(input: unknown, options: ResolveConfigOptions = {}): ResolvedConfig {
  const context = readContext(input, options.cwd ?? process.cwd(), options.plugins)
  const result = configSchema(context).safeParse(input, { reportInput: true })
  if (!result.success) throw new InvalidConfigError(configIssues(result.error))
  return result.data
}

// The most bytes of a head, because a connection keeps the head in memory while it arrives.
const largestHead = 16 * 1024 * 1024

const ofWorkloads = 'it goes into the workload of a scenario'
const hints = { duration: ofWorkloads, iterations: ofWorkloads, rate: ofWorkloads, stages: ofWorkloads, users: ofWorkloads }

function configSchema(context: ConfigContext): z.ZodType<ResolvedConfig> {
  const { cwd } = context
  return strictObject(
    {
      name: z.string().min(1).optional(),
      target: targetSchema(cwd),
      plugins: pluginsSchema(context).optional(),
      scenarios: z
        .record(z.string(), scenarioSchema(context))
        .check(checkTogether((scenarios) => findNameProblems(Object.keys(scenarios), 'scenario'))),
      thresholds: thresholdsSchema(context).optional(),
      metrics: metricsSchema.optional(),
      env: envSchema.optional(),
      secrets: secretsSchema.optional(),
      seed: wholeNumberSchema(0, highestSeed).optional(),
      workers: z.union([wholeNumberSchema(0), z.literal('auto')], { error: 'must be a whole number from 0, or "auto"' }).optional(),
      timing: z.enum(['auto', 'precise', 'coarse']).optional(),
      timeout: positiveDurationSchema.optional(),
      connectTimeout: positiveDurationSchema.optional(),
      maxHeaderSize: wholeNumberSchema(1, largestHead).default(maxHeaderSizeByDefault),
      tls: tlsSchema(cwd).optional(),
      trustedOrigins: z.array(originSchema).default([]),
      dns: dnsSchema,
      unixSocket: z.string().min(1).superRefine(checkSocketPath).optional(),
      // Each point of a sweep is a separate config without a sweep.
      sweep: z.undefined({ error: 'can only be run as a suite' }).optional(),
    } satisfies Record<keyof Config, z.ZodType>,
    hints,
  )
    .check(checkTogether(findTwins))
    .check(checkTogether(findSocketProblems))
    .transform((config) => {
      const scenarios = Object.entries(config.scenarios).map(([name, scenario]) => completeScenario(name, scenario, config.target))
      return {
        name: config.name ?? nameless,
        target: config.target,
        scenarios,
        thresholds: config.thresholds ?? [],
        plugins: config.plugins ?? [],
        metrics: Object.assign({}, config.metrics, ...(config.plugins ?? []).map(metricsOf)) as MetricDefinitions,
        env: { ...config.env, ...config.secrets },
        secrets: Object.values(config.secrets ?? {}),
        seed: config.seed ?? drawSeed(),
        workers: countWorkers(config.workers, scenarios),
        timing: config.timing ?? 'auto',
        timeout: context.timeout,
        connectTimeout: config.connectTimeout ?? connectTimeoutByDefault,
        maxHeaderSize: config.maxHeaderSize,
        tls: config.tls ?? { insecure: false },
        trustedOrigins: config.trustedOrigins,
        dns: config.dns,
        unixSocket: config.unixSocket === undefined ? undefined : resolve(cwd, config.unixSocket),
        sweep: null,
      }
    })
}

function completeScenario(name: string, scenario: PartlyResolvedScenario, target: ResolvedTarget): ResolvedScenario {
  if (scenario.kind === 'journeys') {
    return {
      ...scenario,
      name,
      journeys: scenario.journeys.map((journey) => ({ ...journey, name: journey.name === '' ? name : journey.name })),
    }
  }
  const path = defaultPath(target)
  return { ...scenario, name, requests: scenario.requests.map((request) => ({ ...request, path: request.path ?? path })) }
}

function defaultPath(target: ResolvedTarget): string {
  const url = 'url' in target && target.url !== undefined ? URL.parse(target.url) : null
  // a URL escapes the brackets of the placeholder that is replaced by an id
  return url === null ? '/' : `${url.pathname}${url.search}`.replaceAll('[%3Cid%3E]', '[<id>]')
}

function countWorkers(workers: number | 'auto' | undefined, scenarios: readonly ResolvedScenario[]): number {
  if (workers === undefined) return scenarios.some(hasFunction) ? 0 : 1
  if (workers !== 'auto') return workers
  return Math.min(Math.max(1, Math.floor(usableCpus()) - 1), ...scenarios.map(mostAtOnce))
}

function hasFunction(scenario: ResolvedScenario): boolean {
  return scenario.kind === 'journeys' && scenario.journeys.some(({ from }) => 'run' in from)
}

function findTwins({ env, secrets }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  return Object.keys(fieldsOf(secrets))
    .filter((name) => Object.hasOwn(fieldsOf(env), name))
    .map((name) => ({ path: ['secrets', name], message: 'is given in env too', hint: 'journeys read both as one' }))
}

function findSocketProblems({ target, unixSocket }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  if (unixSocket === undefined || fieldsOf(target)['servers'] === undefined) return []
  return [{ path: ['unixSocket'], message: 'cannot be given with several servers', hint: 'there is one socket, and it is of one server' }]
}

function checkSocketPath(path: string, context: z.core.$RefinementCtx<string>): void {
  if (path.includes('://') || path.includes('\0')) addProblem(context, `must be the path of a Unix socket (was ${showValue(path)})`)
}

/** A scenario that does not have its name and the target yet. */
type PartlyResolvedScenario = PartlyResolvedRequestScenario | ResolvedJourneyScenario

function scenarioSchema(context: ConfigContext): z.ZodType<PartlyResolvedScenario> {
  const journeys = journeyScenarioSchema(context)
  return oneOfKinds<PartlyResolvedScenario>('a scenario', { request: requestScenarioSchema(context), journey: journeys, journeys })
}

const asReference = "give what the plugin's function returns, such as sse()"

const referenceSchema = z
  .unknown()
  .superRefine((value, context) => {
    const isPlugin = typeof value === 'object' && value !== null && 'createClient' in value
    if (typeof value !== 'function' && !isPlugin) return
    const message = `must be a reference to a plugin (was ${isPlugin ? 'the plugin itself' : showValue(value)})`
    context.addIssue({ code: 'custom', message, params: { hint: asReference }, continue: false })
  })
  .pipe(strictObject({ module: z.string().min(1), options: cloneableSchema.optional() } satisfies Record<keyof PluginReference, z.ZodType>))

/** The plugins of a test; problems from loading them are reported together with problems of their references. */
function pluginsSchema({ plugins, ownMetrics }: ConfigContext): z.ZodType<readonly ResolvedPlugin[]> {
  return z
    .array(referenceSchema)
    .check(
      z.superRefine(
        (_, context) => {
          for (const [index, loading] of plugins.entries()) {
            const problems =
              'problems' in loading ? loading.problems : [...findPluginTwins(plugins, index), ...findMetricProblems(loading, ownMetrics)]
            addIssues(
              problems.map(({ path = [], ...problem }) => ({ ...problem, path: [index, ...path] })),
              context,
            )
          }
        },
        { when: ({ value }) => Array.isArray(value) },
      ),
    )
    .transform((references, context) =>
      references.flatMap(({ options }, index): ResolvedPlugin[] => {
        const loading = plugins[index]
        if (loading !== undefined && !('problems' in loading)) return [{ ...loading, rawOptions: options }]
        context.addIssue({ code: 'custom', message: 'was not loaded', path: [index] })
        return []
      }),
    )
}

function findPluginTwins(plugins: readonly PluginLoading[], index: number): readonly PluginProblem[] {
  const loading = plugins[index]
  if (loading === undefined || 'problems' in loading) return []
  const { name } = loading.plugin
  const first = plugins.findIndex((other) => !('problems' in other) && other.plugin.name === name)
  if (first === index) return []
  const message = `is a second plugin named "${name}", as plugins[${first}] is`
  return [{ message, hint: 'a user has one client by each name: leave one of them out' }]
}
