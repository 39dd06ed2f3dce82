import { journey, type Journey } from '@benchpress/core'

/** Makes a journey that asks over HTTP and Redis, waits a number of seconds for a reply, 0 for ever, and thinks for a number of them. */
export function lateReply({ reply, think }: { readonly reply: number; readonly think: number }): Journey {
  return journey(async (user) => {
    await user.http.get('/')
    await user.redis.ping()
    // Nobody pushes to it: the reply comes when the time is over.
    await user.redis.command('BLPOP', `nothing:${user.id}`, reply)
    await user.think(think)
  })
}
