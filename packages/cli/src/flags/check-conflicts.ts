import type { Problem } from '../usage-error.ts'
import { loadFlags } from './load-flags.ts'
import type { LoadSettings } from './load-flags.ts'
import { isGiven } from './read-flags.ts'
import type { FlagSource } from './read-flags.ts'
import type { RequestSettings } from './request-flags.ts'

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
