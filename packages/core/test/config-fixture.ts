import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { resolveConfig } from '../src/config/resolve-config.ts'
import type { ResolvedJourneyScenario, ResolvedRequestScenario } from '../src/config/resolved-config.ts'
import { InvalidConfigError, type ConfigIssue } from '../src/base/errors/benchpress-error.ts'
import type { ResolvedRequest } from '../src/load/http/request-config.ts'

/** A folder that holds a file `config.ts`. */
export const cwd: string = fileURLToPath(new URL('../src/config', import.meta.url))

const readPem = (name: string): string => readFileSync(new URL(`servers/certificate/${name}`, import.meta.url), 'utf8')

/** A certificate. */
export const cert: string = readPem('certificate.pem')

/** Its private key. */
export const key: string = readPem('key.pem')

/** The private key of another certificate. */
export const otherKey: string = readPem('other-key.pem')

/** The smallest config that is valid. */
export const minimal = { target: 'http://localhost:3000', scenarios: { reads: { request: {}, workload: { connections: 10 } } } }

/** A config with the given request. */
export function withRequest(request: unknown): unknown {
  return { ...minimal, scenarios: { reads: { request, workload: { connections: 10 } } } }
}

/** A config with the given workload. */
export function withWorkload(workload: unknown): object {
  return { ...minimal, scenarios: { reads: { request: {}, workload } } }
}

/** A config with the given journey. */
export function withJourney(journey: unknown): object {
  return { ...minimal, scenarios: { buying: { journey, workload: { users: 10 } } } }
}

/** The first scenario, which is of requests. */
export function requestScenarioOf(config: unknown): ResolvedRequestScenario {
  const [scenario] = resolveConfig(config, { cwd }).scenarios
  if (scenario?.kind !== 'requests') throw new Error('there is no scenario of requests')
  return scenario
}

/** The first scenario, which is of journeys. */
export function journeyScenarioOf(config: unknown): ResolvedJourneyScenario {
  const [scenario] = resolveConfig(config, { cwd }).scenarios
  if (scenario?.kind !== 'journeys') throw new Error('there is no scenario of journeys')
  return scenario
}

/** One request as it is resolved. */
export function requestOf(request: object, target: unknown = minimal.target): ResolvedRequest {
  const [resolved] = requestScenarioOf({ target, scenarios: { reads: { request, workload: { connections: 1 } } } }).requests
  if (resolved === undefined) throw new Error('there is no request')
  return resolved
}

/** What is wrong with a config. */
export function issuesOf(input: unknown): readonly ConfigIssue[] {
  try {
    resolveConfig(input, { cwd })
  } catch (error) {
    if (error instanceof InvalidConfigError) return error.issues
    throw error
  }
  return []
}

/** The mistakes in a config, one a line. */
export function messageOf(input: unknown): string {
  return new InvalidConfigError(issuesOf(input)).message
}
