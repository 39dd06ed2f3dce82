import type { Outcome } from '../../src/model/metrics/outcome.ts'
import type { Journey } from '../../src/load/user/journey.ts'
import { outcomeOf } from './ledger.ts'
import type { World } from './world.ts'

/** One step of a user's iteration; times in microseconds. */
export type Step =
  | {
      readonly does: 'request'
      readonly endpoint: string
      readonly expects: 'anything' | 'status 200' | 'body ok' | 'body no'
      /** When the iteration ends with this request: without a response, with one that is not `ok`, or never. */
      readonly endsIteration: 'when lost' | 'unless ok' | 'never'
    }
  | { readonly does: 'think'; readonly time: number }
  /** Waits for something unknown to benchpress. */
  | { readonly does: 'wait'; readonly time: number }
  | { readonly does: 'check'; readonly name: string; readonly passes: 'always' | 'never' | 'if the last was ok' }

export type RequestStep = Extract<Step, { does: 'request' }>

/** A request of a journey as it is on the wire. */
export function textOf(endpoint: string): string {
  return `GET /${endpoint} HTTP/1.1\r\nhost: memory\r\n\r\n`
}

/** The outcome of a response to a request, by its status; bodies are always `ok`. */
export function judgeOf({ expects }: RequestStep): (status: number) => Outcome {
  return (status) => {
    if (status >= 400) return outcomeOf(status)
    const isExpected = expects === 'anything' || expects === 'body ok' || (expects === 'status 200' && status === 200)
    return isExpected ? 'ok' : 'check_failed'
  }
}

const expectOf = {
  anything: undefined,
  'status 200': { status: 200 },
  'body ok': { body: 'ok' },
  'body no': { body: 'no' },
} as const

/** The journey of these steps, as a user writes one. */
export function journeyOf(steps: readonly Step[], world: World): Journey {
  return async ({ http, think, check }) => {
    let wasOk = false
    for (const step of steps) {
      if (step.does === 'think') await think(`${step.time}us`)
      else if (step.does === 'wait') await new Promise<void>((resolve) => void world.at(world.now() + step.time, resolve))
      else if (step.does === 'check') check(step.name, step.passes === 'always' || (step.passes === 'if the last was ok' && wasOk))
      else {
        const expect = expectOf[step.expects]
        try {
          wasOk = false
          wasOk = (await http.get(`/${step.endpoint}`, expect === undefined ? {} : { expect })).ok
          if (!wasOk && step.endsIteration === 'unless ok') throw new Error('it was not ok')
        } catch (error) {
          if (step.endsIteration !== 'never') throw error
        }
      }
    }
  }
}
