/**
 * How one request of a plugin ended; every started one ends as exactly one of these. The words are those of {@link outcomes}, but for `error`.
 *
 * - `ok`: answered
 * - `error`: answered with an error of the protocol, as an HTTP request is by a status of 500
 * - `timeout`: not answered in time
 * - `refused`: the connection it was to be sent on could not be opened
 * - `reset`: the connection broke before the answer was complete
 * - `closed_early`: the target closed the connection before the answer was complete
 * - `protocol_error`: what came was no answer of the protocol
 * - `local_error`: a limit of this process or this machine kept it from being sent, such as EMFILE; told as `refused` or `reset` with such a code as reason, it is counted so
 * - `aborted`: in flight when the generator closed the connection, or when its user left
 */
export const pluginOutcomes = [
  'ok',
  'error',
  'timeout',
  'refused',
  'reset',
  'closed_early',
  'protocol_error',
  'local_error',
  'aborted',
] as const

/** How one request of a plugin ended; see {@link pluginOutcomes}. */
export type PluginOutcome = (typeof pluginOutcomes)[number]

/** Requests of a plugin by how they ended. */
export type PluginOutcomeCounts = Readonly<Record<PluginOutcome, number>>

/** The place of each outcome in {@link pluginOutcomes}, for counters kept in typed arrays. */
export const pluginOutcomeIndex: Readonly<Record<PluginOutcome, number>> = {
  ok: 0,
  error: 1,
  timeout: 2,
  refused: 3,
  reset: 4,
  closed_early: 5,
  protocol_error: 6,
  local_error: 7,
  aborted: 8,
}

/** The requests that did not end `ok`, without those that the generator aborted. */
export function countPluginFailures(counts: PluginOutcomeCounts): number {
  let failures = 0
  for (const outcome of pluginOutcomes) if (outcome !== 'ok' && outcome !== 'aborted') failures += counts[outcome]
  return failures
}

/** The requests to which an answer came, be it an error. */
export function countPluginAnswers(counts: PluginOutcomeCounts): number {
  return counts.ok + counts.error
}

/** The share of requests that did not end `ok`, from 0 to 1, without `aborted` ones; 0 when there are no others. */
export function pluginFailedShare(counts: PluginOutcomeCounts): number {
  const failures = countPluginFailures(counts)
  return failures === 0 ? 0 : failures / (failures + counts.ok)
}
