import { outcomeIndex } from './outcome.ts'

/** Stands for the status of an answer that has none, as those to requests of plugins. */
export const noStatus = -1

/** How many classes of answers there are. */
export const statusClasses = 12
/** The class of requests that got no answer in time, which no status has. */
export const timeoutClass = 0
const okClass = 10
const errorClass = 11

/** The class of an answer: the first digit of its status, or where it has none whether it was `ok`. */
export function classOfAnswer(outcome: number, status: number): number {
  if (status !== noStatus) return Math.floor(status / 100)
  return outcome === outcomeIndex.ok ? okClass : errorClass
}

/** Such as `2xx`, `timeout`, or `ok` and `error` for answers without a status. */
export function nameOfClass(statusClass: number): string {
  if (statusClass === timeoutClass) return 'timeout'
  if (statusClass === okClass) return 'ok'
  return statusClass === errorClass ? 'error' : `${statusClass}xx`
}
