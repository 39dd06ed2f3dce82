import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startTarget } from './start-target.ts'

describe('a URL', () => {
  test('a target with a URL is used unchanged, and nothing is started', async () => {
    const target = await startTarget({ kind: 'url', url: 'http://localhost:1/' })
    expect(target).toMatchObject({ kind: 'url', url: 'http://localhost:1/', command: null, pid: null, notices: [] })
    await target.stop()
  })
})

describe('a server in this process', () => {
  test('a server in this process is started, and closed once', async () => {
    const http = createServer((_request, response) => response.end('ok'))
    let closed = 0
    const target = await startTarget({
      kind: 'server',
      server: async () => {
        await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
        const { port } = http.address() as AddressInfo
        return {
          url: `http://127.0.0.1:${port}`,
          close: () => {
            closed++
            http.closeAllConnections()
            http.close()
          },
        }
      },
    })
    expect(target).toMatchObject({ kind: 'server', command: null, pid: null })
    expect(await (await fetch(target.url)).text()).toBe('ok')
    await Promise.all([target.stop(), target.stop()])
    expect(closed).toBe(1)
    expect(http.listening).toBe(false)
  })

  test('a server in this process that fails to start is reported with the reason', async () => {
    const starting = startTarget({ kind: 'server', server: () => Promise.reject(new Error('no database')) })
    await expect(starting).rejects.toMatchObject({
      code: 'TARGET_NOT_READY',
      message: 'the server of the target could not be started: no database',
    })
  })

  test('a server in this process must return its URL and a way to close it', async () => {
    const starting = startTarget({ kind: 'server', server: () => ({ url: 'localhost', close: () => undefined }) })
    await expect(starting).rejects.toThrow('target.server must return an object with the url of the server')
  })

  test('a server in this process that starts after the run has ended is closed', async () => {
    const abort = new AbortController()
    const listening = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<string>()
    const server = async (): Promise<{ url: string; close: () => void }> => {
      await listening.promise
      return { url: 'http://localhost:1', close: () => closed.resolve('closed') }
    }
    const starting = startTarget({ kind: 'server', server }, { signal: abort.signal })
    abort.abort(new Error('enough'))
    await expect(starting).rejects.toThrow('enough')
    listening.resolve()
    expect(await closed.promise).toBe('closed')
  })
})
