import { get } from 'node:http'
import { json } from 'node:stream/consumers'

/** The health of a process of the service. */
export interface Health {
  readonly status: string
  readonly worker: number
  readonly pid: number
  readonly sockets: number
}

/** Reads the health of each worker. */
export async function readHealthOfAll(url: string, workers: number): Promise<readonly Health[]> {
  const found = new Map<number, Health>()
  // The workers take turns, but other connections may come in between.
  for (let asked = 0; found.size < workers && asked < 100; asked++) {
    const health = await readHealth(url)
    found.set(health.worker, health)
  }
  return [...found.values()]
}

/** Reads the health of the worker that gets the next connection. */
function readHealth(url: string): Promise<Health> {
  return new Promise((resolve, reject) => {
    get(`${url}/api/health`, { agent: false }, (response) => json(response).then((body) => resolve(body as Health), reject)).on(
      'error',
      reject,
    )
  })
}
