import { Body, Controller, Inject, Post } from '@nestjs/common'
import { JwtService } from '@nestjs/jwt'
import type { AuctionStore, User } from '../store/auction-store.ts'
import type { Session } from './auth-guard.ts'
import { loginBody } from './bodies.ts'
import { storeToken } from './tokens.ts'

/** Gives users their tokens. */
@Controller('api/auth')
export class AuthController {
  constructor(
    @Inject(storeToken) private readonly store: AuctionStore,
    private readonly jwt: JwtService,
  ) {}

  /** Without a password, whose hash would be what a load test measures. */
  @Post('login')
  async login(@Body({ schema: loginBody }) { username }: { username: string }): Promise<{ user: User; accessToken: string }> {
    const user = await this.store.login(username)
    const session: Session = { sub: user.id, username: user.username }
    return { user, accessToken: this.jwt.sign(session) }
  }
}
