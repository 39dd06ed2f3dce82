import type { SuiteConfig } from '@benchpress/core'
import { plural } from '../format/plural.ts'
import type { Problem } from '../usage-error.ts'
import { scaleCount } from './apply-settings.ts'
import { loadFlags } from './load-flags.ts'
import type { LoadSettings } from './load-flags.ts'
import { isGiven } from './read-flags.ts'
import type { FlagSource } from './read-flags.ts'
import type { RequestSettings } from './request-flags.ts'
import type { SuiteSettings } from './suite-flags.ts'

/** Settles a duration against a count of requests: one on the command line wins over one of the environment, both on one level are a problem. */
export function settleLength<Load extends LoadSettings>(load: Load, source: FlagSource, problems: Problem[]): Load {
  if (load.duration === undefined || load.requests === undefined) return load
  const isDurationGiven = isGiven(loadFlags.duration, source)
  if (isDurationGiven !== isGiven(loadFlags.requests, source)) {
    return isDurationGiven ? { ...load, requests: undefined } : { ...load, duration: undefined }
  }
  problems.push({ message: '--duration and --requests: a run ends by one of them', hint: 'Give either -d or -n.' })
  return load
}

/** Adds a problem when a request is given more than one body. */
export function refuseSeveralBodies(request: RequestSettings, problems: Problem[]): void {
  const bodies = [request.body, request.input, request.form].filter((body) => body !== undefined)
  if (bodies.length > 1) problems.push({ message: '--body, --input and --form: a request has one body', hint: 'Give one of them.' })
}

/** Adds a problem when a start has a longest time although nothing is started. */
export function refuseStartTimeout({ startTimeout }: SuiteSettings, { tests }: SuiteConfig, problems: Problem[]): void {
  const isStarted = tests.some(({ target }) => typeof target === 'object' && target !== null && 'command' in target)
  if (startTimeout === undefined || isStarted) return
  problems.push({ message: `--start-timeout ${startTimeout}: nothing is started`, hint: 'Give the command of the target after --.' })
}

/** The connections of a load where no flag gives them, and whose they are: `the default`. */
export interface BaseLoad {
  readonly connections: number
  readonly of: string
}

/** Adds a problem where connections would have nothing to send, or load threads no connection, as far as the flags alone tell. */
export function refuseIdleLoad(settings: LoadSettings & SuiteSettings, base: BaseLoad | undefined, problems: Problem[]): void {
  const { workers, scale = 1 } = settings
  const connections = scaleCount(settings.connections ?? base?.connections, scale)
  if (connections === undefined) return
  const source = settings.connections === undefined ? base?.of : '--connections'
  const those = `the ${plural(connections, 'connection')} of ${source}${scale === 1 ? '' : ', multiplied by --scale'}`
  const requests = scaleCount(settings.requests, scale)
  if (requests !== undefined && connections > requests) {
    const hint = `Some connections would have nothing to send: give -c ${settings.requests} or less.`
    problems.push({ message: `--requests ${requests}: cannot be fewer than ${those}`, hint })
  }
  if (typeof workers === 'number' && workers > connections) {
    problems.push({ message: `--workers ${workers}: cannot be more than ${those}`, hint: 'A worker would have nothing to do.' })
  }
}
