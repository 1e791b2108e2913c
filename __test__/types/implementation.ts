/** Holds `index.d.ts` to the code: it compiles only while both say the same. */
import type * as contract from '../../index.js'
import type * as implementation from '../../js/index.js'

type Contract = typeof contract
type Implementation = typeof implementation

/** Whether two types are the same, optional and readonly modifiers included. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function hold<_Claim extends true>(): void

// Neither exports a name that the other does not.
hold<Same<keyof Contract, keyof Implementation>>()

// Whatever is written against the contract can be given the implementation.
declare const whole: Implementation
whole satisfies Contract

type Runtime = contract.WorkerThreadCodeRuntime
type RuntimeCode = implementation.WorkerThreadCodeRuntime

// The members that are declared are the members that exist; what the code keeps for itself is under symbols.
hold<Same<Exclude<keyof Runtime, symbol>, Exclude<keyof RuntimeCode, symbol>>>()
hold<Same<Runtime['language'], RuntimeCode['language']>>()
hold<Same<Runtime['isolation'], RuntimeCode['isolation']>>()
hold<Same<Parameters<Runtime['run']>, Parameters<RuntimeCode['run']>>>()
hold<Same<ReturnType<Runtime['run']>, ReturnType<RuntimeCode['run']>>>()
hold<Same<ReturnType<Runtime['warm']>, ReturnType<RuntimeCode['warm']>>>()
hold<Same<ReturnType<Runtime['stats']>, ReturnType<RuntimeCode['stats']>>>()
hold<Same<ReturnType<Runtime['dispose']>, ReturnType<RuntimeCode['dispose']>>>()
hold<Same<
  ReturnType<Runtime[typeof Symbol.asyncDispose]>,
  ReturnType<RuntimeCode[typeof Symbol.asyncDispose]>
>>()
hold<Same<
  ConstructorParameters<Contract['WorkerThreadCodeRuntime']>,
  ConstructorParameters<Implementation['WorkerThreadCodeRuntime']>
>>()

hold<Same<Parameters<Contract['stripTypeScript']>, Parameters<Implementation['stripTypeScript']>>>()
hold<Same<ReturnType<Contract['stripTypeScript']>, ReturnType<Implementation['stripTypeScript']>>>()
hold<Same<Parameters<Contract['transformTypeScript']>, Parameters<Implementation['transformTypeScript']>>>()
hold<Same<ReturnType<Contract['transformTypeScript']>, ReturnType<Implementation['transformTypeScript']>>>()

type SyntaxErrorFields<T> = { -readonly [Field in Exclude<keyof T, keyof SyntaxError>]: T[Field] }
hold<Same<SyntaxErrorFields<contract.ProgramSyntaxError>, SyntaxErrorFields<implementation.ProgramSyntaxError>>>()
