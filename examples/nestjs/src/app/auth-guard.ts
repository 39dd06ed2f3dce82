import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common'
import { JwtService } from '@nestjs/jwt'

/** The session of a request or a socket, from its token. */
export interface Session {
  /** Identifier of the user. */
  readonly sub: string
  readonly username: string
}

interface AuthenticatedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>
  session?: Session
}

/** Accepts requests with a token of this service in `Authorization: Bearer`. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(private readonly jwt: JwtService) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>()
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers['authorization'] ?? '') ?? []
    if (token === undefined) throw new UnauthorizedException('No token provided')
    try {
      request.session = this.jwt.verify<Session>(token)
    } catch {
      throw new UnauthorizedException('Invalid token')
    }
    return true
  }
}

/** The identifier of the user that `AuthGuard` accepted. */
export const UserId: () => ParameterDecorator = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AuthenticatedRequest>().session?.sub,
)
