import { get } from 'node:http'
import { json } from 'node:stream/consumers'

/** What a process of the service says of itself. */
export interface Health {
  readonly status: string
  readonly worker: number
  readonly pid: number
  readonly sockets: number
}

/** Asks each of the workers. */
export async function readHealthOfAll(url: string, workers: number): Promise<readonly Health[]> {
  const found = new Map<number, Health>()
  // They take turns; others may come between.
  for (let asked = 0; found.size < workers && asked < 100; asked++) {
    const health = await readHealth(url)
    found.set(health.worker, health)
  }
  return [...found.values()]
}

/** Asks whichever worker is given the next connection. */
function readHealth(url: string): Promise<Health> {
  return new Promise((resolve, reject) => {
    get(`${url}/api/health`, { agent: false }, (response) => json(response).then((body) => resolve(body as Health), reject)).on(
      'error',
      reject,
    )
  })
}
