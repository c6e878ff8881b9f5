#!/usr/bin/env node
/** The command line. In a file of its own, because what waits for a command cannot be imported by what it loads. */
import { runProgram } from './program.ts';

await runProgram();
