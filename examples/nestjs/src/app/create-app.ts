import 'reflect-metadata'
import type { Server as HttpServer } from 'node:http'
import { BadRequestException, StandardSchemaValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import type { SocketWiring } from '../process/socket-wiring.ts'
import { AppModule, type AppParts } from './app-module.ts'
import { SocketAdapter } from './socket-adapter.ts'
import { StoreBusyFilter } from './store-busy-filter.ts'

/** Creates the service in this process, ready for connections but not listening yet. */
export async function createApp(parts: AppParts, wiring: SocketWiring): Promise<HttpServer> {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(parts), new FastifyAdapter(), {
    logger: ['error', 'warn', 'fatal'],
    abortOnError: false,
  })
  app.useGlobalPipes(
    new StandardSchemaValidationPipe({
      exceptionFactory: (issues) => new BadRequestException(issues.map(({ message }) => message)),
    }),
  )
  app.useGlobalFilters(new StoreBusyFilter(app.getHttpAdapter()))
  app.useWebSocketAdapter(new SocketAdapter(app, wiring))
  await app.init()
  await app.getHttpAdapter().getInstance().ready()
  return app.getHttpServer()
}
