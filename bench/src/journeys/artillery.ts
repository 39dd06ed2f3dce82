import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { missingProgram } from '../find-program.ts'
import type { Generator } from '../generator.ts'

// Artillery has no constant number of users: this rate is below what it can do, so that it is measured and not its queue.
const arrivalRate = 100

/** Artillery with arrivals, which it can keep up with; its CPU per journey is what counts. */
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
