import { buildProgram } from '../build-program.ts'
import type { Generator } from '../generator.ts'

/**
 * A program in C that only sleeps until each request is due, so that its lateness is that of the machine.
 *
 * The program is no peer, but the reference for the lateness of generators.
 */
export const sleeper: Generator = {
  name: 'sleeper in C',
  prepare: async () => {
    await buildProgram('sleeper')
    return undefined
  },
  command: async ({ url, rate, seconds }) => [await buildProgram('sleeper'), new URL(url).port, String(rate), String(seconds)],
}
