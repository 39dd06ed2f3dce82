import type { ResponseHead } from './response-head.ts'
export class HeadCache {
  head: ResponseHead | undefined
  bytes: Buffer = Buffer.alloc(0)
}
