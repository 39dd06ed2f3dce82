import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { Broker } from '../src/broker/broker.ts'
import { hasRedis, startRedisOverTls, type TestBroker } from './brokers.ts'

const trusted = getCACertificates('default')
const certificate = readFileSync(new URL('../../core/test/servers/certificate/certificate.pem', import.meta.url), 'utf8')

afterEach(() => setDefaultCACertificates(trusted))

async function redisOverTls(): Promise<TestBroker> {
  const redis = await startRedisOverTls()
  onTestFinished(async () => await redis.stop())
  return redis
}

test.each(['redis', 'postgres'])('reports why a %s that is not there cannot be used', async (protocol) => {
  const port = await freePort()
  await expect(Broker.open(`${protocol}://127.0.0.1:${port}/0`)).rejects.toThrow(
    `the broker at 127.0.0.1:${port}/0 cannot be used: connect ECONNREFUSED 127.0.0.1:${port}`,
  )
})

test.skipIf(!hasRedis)('refuses a broker over TLS whose certificate is not trusted', async () => {
  const { url } = await redisOverTls()
  await expect(Broker.open(url)).rejects.toThrow(/ cannot be used: self-signed certificate/)
})

test.skipIf(!hasRedis)('uses a broker over TLS whose certificate is trusted, and leaves nothing in it', async () => {
  const { url } = await redisOverTls()
  setDefaultCACertificates([certificate])
  const broker = await Broker.open(url)
  await broker.put('calls', 'first', 'a')
  const heard: string[] = []
  const listening = broker.listen('calls', (text) => heard.push(text))
  await expect.poll(() => heard).toEqual(['a'])
  await listening.close()
  await broker.drop('calls')
  expect(await broker.queues()).not.toContain('calls')
  await broker.close()
})
