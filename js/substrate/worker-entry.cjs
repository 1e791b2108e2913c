'use strict'
/**
 * The file that a worker starts with. It compiles the program side from the text that came with the worker, with V8's code
 * cache where there is one by now, and gives it the rest of what came.
 */
const { Script } = require('node:vm')
const workerThreads = require('node:worker_threads')

const { filename, source, codeCache, ...context } = workerThreads.workerData
const compiledAhead = workerThreads.receiveMessageOnPort(context.port)?.message
// The program is not to find the private port here.
Object.assign(workerThreads, { workerData: null })

const script = new Script(source, { filename, cachedData: codeCache ?? compiledAhead })
script.runInThisContext()(require, module, filename)
const { startProgramSide } = /** @type {any} */ (module.exports)
startProgramSide({ ...context, createCodeCache: () => script.createCachedData() })
