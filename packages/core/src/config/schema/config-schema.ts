import { resolve } from 'node:path'
import { z } from 'zod'
import type { ResolvedTarget } from '../../target/target-config.ts'
import { usableCpus } from '../../target/usable-cpus.ts'
import type { Config } from '../config.ts'
import type { ResolvedConfig, ResolvedScenario } from '../resolved-config.ts'
import { showValue } from '../show-value.ts'
import { checkTogether, type FieldsProblem } from './check-together.ts'
import { positiveDurationSchema } from './duration-schema.ts'
import { scenarioSchema, type PartlyResolvedScenario } from './scenario-schema.ts'
import { strictObject } from './strict-object.ts'
import { targetSchema } from './target-schema.ts'
import { tlsSchema } from './tls-schema.ts'
import { wholeNumberSchema } from './whole-number-schema.ts'

/**
 * A whole config.
 *
 * @param cwd folder that paths are relative to
 */
export function configSchema(cwd: string): z.ZodType<ResolvedConfig> {
  return strictObject({
    name: z.string().min(1).optional(),
    target: targetSchema(cwd),
    scenarios: z.record(z.string(), scenarioSchema(cwd)).check(checkTogether(findNameProblems)),
    workers: z.union([wholeNumberSchema(0), z.literal('auto')], { error: 'must be a whole number from 0, or "auto"' }).optional(),
    timeout: positiveDurationSchema.optional(),
    connectTimeout: positiveDurationSchema.optional(),
    tls: tlsSchema.optional(),
    unixSocket: z.string().min(1).superRefine(checkSocketPath).optional(),
  } satisfies Record<keyof Config, z.ZodType>)
    .check(checkTogether(findWorkerProblems))
    .transform((config) => ({
      name: config.name ?? 'test',
      target: config.target,
      scenarios: Object.entries(config.scenarios).map(([name, scenario]) => completeScenario(name, scenario, config.target)),
      workers: config.workers === 'auto' ? countWorkers(Object.values(config.scenarios)) : (config.workers ?? 1),
      timeout: config.timeout ?? 10e6,
      connectTimeout: config.connectTimeout ?? 10e6,
      tls: config.tls ?? { insecure: false },
      unixSocket: config.unixSocket === undefined ? undefined : resolve(cwd, config.unixSocket),
    }))
}

function completeScenario(name: string, scenario: PartlyResolvedScenario, target: ResolvedTarget): ResolvedScenario {
  const path = defaultPath(target)
  return { name, ...scenario, requests: scenario.requests.map((request) => ({ ...request, path: request.path ?? path })) }
}

function defaultPath(target: ResolvedTarget): string {
  const url = 'url' in target && target.url !== undefined ? URL.parse(target.url) : null
  // a URL escapes the brackets of the placeholder that is replaced by an id
  return url === null ? '/' : `${url.pathname}${url.search}`.replaceAll('[%3Cid%3E]', '[<id>]')
}

function countWorkers(scenarios: readonly PartlyResolvedScenario[]): number {
  const spare = Math.max(1, Math.floor(usableCpus()) - 1)
  return Math.min(spare, ...scenarios.map(({ workload }) => workload.connections))
}

function findNameProblems(scenarios: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  const names = Object.keys(scenarios)
  if (names.length === 0) return [{ message: 'must have at least one scenario' }]
  return names
    .filter((name) => !/^[\w.:-]+$/.test(name))
    .map((name) => ({ message: `${showValue(name)} is not a name`, hint: 'letters, digits, "_", "-", "." and ":" are allowed' }))
}

function findWorkerProblems({ workers, scenarios }: Readonly<Record<string, unknown>>): readonly FieldsProblem[] {
  if (typeof workers !== 'number' || typeof scenarios !== 'object' || scenarios === null) return []
  return Object.entries<unknown>({ ...scenarios }).flatMap(([name, scenario]) => {
    const connections = connectionsOf(scenario)
    if (connections === undefined || connections < 1 || workers <= connections) return []
    const message = `workers (${workers}) cannot be greater than connections (${connections})`
    return [{ path: ['scenarios', name, 'workload'], message, hint: 'a worker would have nothing to do' }]
  })
}

function connectionsOf(scenario: unknown): number | undefined {
  const parsed = z.object({ workload: z.object({ connections: z.number() }) }).safeParse(scenario)
  return parsed.data?.workload.connections
}

function checkSocketPath(path: string, context: z.core.$RefinementCtx<string>): void {
  if (!path.includes('://') && !path.includes('\0')) return
  context.addIssue({ code: 'custom', message: `must be the path of a Unix socket (was ${showValue(path)})` })
}
