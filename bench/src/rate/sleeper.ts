import { buildProgram } from '../build-program.ts'
import type { Generator } from '../generator.ts'

/**
 * A program in C that sleeps until each request is due, and does nothing else: its lateness is that of the machine for any program that sleeps.
 *
 * It is no peer, and what the generators are held against.
 */
export const sleeper: Generator = {
  name: 'sleeper in C',
  prepare: async () => {
    await buildProgram('sleeper')
    return undefined
  },
  command: async ({ url, rate, seconds }) => [await buildProgram('sleeper'), new URL(url).port, String(rate), String(seconds)],
}
