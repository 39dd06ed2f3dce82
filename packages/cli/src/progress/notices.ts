import type { Progress } from '@benchpress/core'
import { printable } from '@benchpress/report/texts'
import type { Output } from '../command-io.ts'

/** Shows progress until it is stopped; then no line is left that the report would overwrite. */
export interface ProgressDisplay {
  update(progress: Progress): void
  stop(): void
}

/** Shows no progress, only what the reader should know, once. */
export function createNoticeDisplay(stream: Output): ProgressDisplay {
  const newNotice = createNoticeFilter()
  return {
    update: (progress) => {
      const notice = newNotice(progress)
      if (notice !== undefined) stream.write(notice)
    },
    stop: () => undefined,
  }
}

/** Finds what the reader should know and has not been told yet. */
export function createNoticeFilter(): (progress: Progress) => string | undefined {
  const shown = new Set<string>()
  return ({ message }) => {
    if (message === undefined || shown.has(message)) return undefined
    shown.add(message)
    return `benchpress: ${printable(message)}\n`
  }
}
