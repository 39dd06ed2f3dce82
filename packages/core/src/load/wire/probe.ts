import { connect as connectTcp } from 'node:net'
import { tlsOptions, type Route } from './dial.ts'

/**
 * Opens a connection along a route and closes it again; nothing is sent over it. Resolves with the version of TLS, or `null` without TLS.
 *
 * @param timeout the longest wait, in milliseconds
 * @throws the error of the connection or the handshake, which has the code `ETIMEDOUT` after the timeout
 */
export function probe(route: Route, timeout: number, signal?: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const { address, tls } = route
    const target = address.kind === 'unix' ? { path: address.path } : { host: address.host, port: address.port }
    const secure = tls === undefined ? undefined : process.getBuiltinModule('node:tls').connect({ ...target, ...tlsOptions(route, tls) })
    const socket = secure ?? connectTcp(target)
    const abort = (): void => void socket.destroy(new Error('interrupted'))
    signal?.addEventListener('abort', abort)
    const timer = setTimeout(() => socket.destroy(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' })), timeout)
    socket.once(secure === undefined ? 'connect' : 'secureConnect', () => {
      resolve(secure?.getProtocol() ?? null)
      socket.destroy()
    })
    socket.on('error', reject)
    socket.once('close', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
  })
}
