import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { missingProgram } from '../find-program.ts'
import type { Generator } from '../generator.ts'

// Artillery has no constant number of users: this rate is below its maximum, so that Artillery is measured rather than its queue.
const arrivalRate = 100

/** Artillery with an arrival rate that it can keep up with, as its CPU per journey counts. */
export const artilleryJourneys: Generator = {
  name: 'artillery',
  prepare: () => missingProgram('artillery', 'npm install --global artillery'),
  command: async ({ url, seconds }, temporary) => {
    const file = join(temporary, 'journey.json')
    const hello = { json: '$.hello', as: 'hello' }
    const config = { target: new URL(url).origin, phases: [{ duration: seconds, arrivalRate }] }
    const flow = [
      { post: { url: '/login', json: { user: 'ada', password: 'lovelace' }, capture: hello } },
      { get: { url: '/items?for={{ hello }}', capture: hello } },
      { get: { url: '/items/{{ hello }}', capture: hello } },
      { post: { url: '/cart', json: { item: '{{ hello }}', count: 1 }, capture: hello } },
      { post: { url: '/orders', json: { cart: '{{ hello }}' } } },
    ]
    await writeFile(file, JSON.stringify({ config, scenarios: [{ flow }] }))
    return ['artillery', 'run', '--quiet', file]
  },
}
