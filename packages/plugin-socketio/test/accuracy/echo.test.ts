import { test } from 'vitest'
import { expectSame } from '../../../../test/accuracy/compare.ts'
import { namesOf } from '../../../../test/accuracy/percentile.ts'
import type { EchoLabOptions } from './echo-lab.ts'

const lab = import.meta.resolve('./echo-lab.ts')

test.for([
  { delay: 0, events: 200, reply: false },
  { delay: 0, events: 200, reply: true },
  { delay: 5, events: 200, reply: false },
])(
  'the round trips to a server that takes $delay ms (by an event: $reply) are those of a bare client, and each event is counted once',
  async (given, context) => {
    const options: EchoLabOptions = { workers: 1, users: given.delay === 0 ? 1 : 4, ...given }
    await expectSame(context, { lab, options, figures: namesOf('round trip') })
  },
)
