import { type DeserveRequest, Send } from '@neabyte/deserve'

export function GET(_request: DeserveRequest): Response {
  return Send.json({ hello: 'world!' })
}
