import { serve } from '../journeys/journey-fixture.ts'

/** A server that remembers what it was asked for. */
export interface NotingServer {
  readonly url: string
  /** Without the root, which is asked for to see whether the target is there. */
  readonly paths: readonly string[]
}

/** Starts one that is gone when the test is over. */
export async function startNotingServer(): Promise<NotingServer> {
  const paths: string[] = []
  const port = await serve((request, response) => {
    if (request.url !== undefined && request.url !== '/') paths.push(request.url)
    response.end()
  })
  return { url: `http://127.0.0.1:${port}`, paths }
}
