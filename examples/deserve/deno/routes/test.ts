import { Send, DeserveRequest } from '@neabyte/deserve'

export function GET(req: DeserveRequest): Response {
  return Send.json({ hello: 'world!' })
}
