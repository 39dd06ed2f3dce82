import { healthResponse, jsonResponse, notFound, preflight, refuse } from './responses.ts'
import { readArguments } from './read-arguments.ts'
import type { Arguments } from './read-arguments.ts'
import { describeService, listService } from './service.ts'
import type { Argument, Service, ServiceFunction } from './service.ts'
import type { ServiceResponse, ServiceRequest } from './service-request.ts'
import { createBenchmarkService } from './services/benchmark-service.ts'
import { createMaxThroughputService } from './services/max-throughput-service.ts'
import { createBurstService, createStressTestService } from './services/stress-test-service.ts'
import { createWorkspaceService, managementService } from './services/workspace-service.ts'

/** A fault that a server can have: `arguments` passes several arguments of a function as one object, as the original did for a while. */
export type Breakage = 'arguments'

/** The script whose services are registered, where two published ones differ: `burst` registers another `stress-test-service`. */
export type Script = 'burst'

/** Options of a registry. */
export interface RegistryOptions {
  /** Number of the server in a cluster, from 1; `undefined` for a single instance. */
  readonly serverId?: number | undefined
  readonly break?: Breakage | undefined
  readonly script?: Script | undefined
}

const servicesPath = '/default/services'
/** Prefix of the ids in a list, which names the registrant of a service. A path may omit it. */
const registrant = 'root:'

/** Services by name, called over HTTP, independent of the runtime: the registry turns requests into responses. */
export class Registry {
  readonly #services: ReadonlyMap<string, Service>
  readonly #isBroken: boolean

  constructor({ serverId, break: breakage, script }: RegistryOptions = {}) {
    const server = serverId === undefined ? 'single-instance' : `cluster-${serverId}`
    const services = [
      createBenchmarkService(server),
      createMaxThroughputService(),
      script === 'burst' ? createBurstService() : createStressTestService(),
      createWorkspaceService(),
    ]
    this.#services = new Map(services.map((service) => [service.id, service]))
    this.#isBroken = breakage === 'arguments'
  }

  /** Responds to a request; never throws. */
  respond(request: ServiceRequest): ServiceResponse {
    const { method, target } = request
    if (method === 'OPTIONS') return preflight
    if (method !== 'GET' && method !== 'POST') return refuse(405, `Method ${method} not allowed`)
    const end = target.indexOf('?')
    const path = end === -1 ? target : target.slice(0, end)
    if (path === '/health') return healthResponse()
    if (path === servicesPath) return jsonResponse(this.#list())
    if (!path.startsWith(`${servicesPath}/`)) return notFound
    return this.#respondForService(request, path.slice(servicesPath.length + 1), end === -1 ? '' : target.slice(end + 1))
  }

  #respondForService(request: ServiceRequest, path: string, query: string): ServiceResponse {
    const slash = path.indexOf('/')
    const id = decode(slash === -1 ? path : path.slice(0, slash))
    const service = this.#services.get(id.startsWith(registrant) ? id.slice(registrant.length) : id)
    if (service === undefined) return refuse(404, `Service ${id} not found`)
    if (slash === -1) return jsonResponse(describeService(service))
    const name = decode(path.slice(slash + 1))
    const called = service.functions.get(name)
    if (called === undefined) return refuse(404, `Function ${name} not found`)
    const given = readArguments(query, request.method === 'POST' ? request.body : '')
    if (given === undefined) return refuse(400, 'The body is not a JSON object')
    return this.#call(name, called, given)
  }

  #call(name: string, called: ServiceFunction, given: Arguments): ServiceResponse {
    const missing = called.parameters.filter((parameter) => given[parameter] === undefined)
    if (missing.length > 0) return refuse(400, `Function ${name} needs ${missing.join(' and ')}`)
    const isOneObject = this.#isBroken && Object.keys(given).length > 1
    const values: readonly Argument[] = isOneObject ? [{ ...given }] : called.parameters.map((key) => given[key])
    try {
      return jsonResponse(called.call(...values))
    } catch (error) {
      return refuse(400, error instanceof Error ? error.message : String(error))
    }
  }

  #list(): readonly object[] {
    return [managementService, ...[...this.#services.values()].map((service) => listService(service, registrant))]
  }
}

function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
