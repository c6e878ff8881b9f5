/** Tables → files of a folder: JSON Lines, CSV, Parquet. */
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Cell, ColumnType, Table } from './tables.ts';

export const TABLE_FORMATS = ['jsonl', 'csv', 'parquet'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

/** Rows of a Parquet file that stand together, and are in memory together. */
const ROW_GROUP = 5_000;

/** @returns the files, and how many rows each has */
export const writeTables = async (
  tables: readonly Table[],
  format: TableFormat,
  folder: string,
): Promise<{ file: string; rows: number }[]> => {
  const written = [];
  for (const table of tables) {
    const file = join(folder, `${table.name}.${format}`);
    const counted = new Counted(table.rows);
    if (format === 'parquet') await writeParquet(file, table, counted);
    else
      await pipeline(
        Readable.from(format === 'csv' ? csvLines(table, counted) : jsonLines(table, counted)),
        createWriteStream(file, { mode: 0o600 }),
      );
    written.push({ file, rows: counted.count });
  }
  return written;
};

class Counted {
  count = 0;
  readonly #rows: Table['rows'];

  constructor(rows: Table['rows']) {
    this.#rows = rows;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Cell[]> {
    for await (const row of this.#rows) {
      this.count++;
      yield row;
    }
  }
}

async function* jsonLines({ columns }: Table, rows: Counted): AsyncGenerator<string> {
  for await (const row of rows)
    yield `${JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])))}\n`;
}

/** RFC 4180, with the line ends that programs of Unix expect. */
async function* csvLines({ columns }: Table, rows: Counted): AsyncGenerator<string> {
  const line = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\n`;
  yield line(columns.map(({ name }) => name));
  for await (const row of rows) yield line(row);
}

/** None is an empty cell, an empty text a quoted one. */
const csvCell = (cell: Cell): string => {
  if (cell === null) return '';
  const text = String(cell);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const PARQUET = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  number: { type: 'DOUBLE' },
  integer: { type: 'INT64' },
} as const satisfies Record<ColumnType, object>;

const writeParquet = async (file: string, { columns }: Table, rows: Counted): Promise<void> => {
  const { fileWriter, ParquetWriter } = await import('hyparquet-writer');
  writeFileSync(file, '', { mode: 0o600 }); // the writer itself takes no mode
  const writer = new ParquetWriter({
    writer: fileWriter(file),
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, type }) => ({ name, repetition_type: 'OPTIONAL' as const, ...PARQUET[type] })),
    ],
  });
  let group: Cell[][] = [];
  const flush = async (): Promise<void> => {
    if (group.length === 0) return;
    const columnData = columns.map(({ name, type }, at) => ({
      name,
      data: group.map((row) => parquetCell(row[at] ?? null, type)),
    }));
    await writer.write({ columnData, rowGroupSize: ROW_GROUP });
    group = [];
  };
  for await (const row of rows) {
    group.push(row);
    if (group.length >= ROW_GROUP) await flush();
  }
  await flush();
  await writer.finish();
};

const parquetCell = (cell: Cell, type: ColumnType): string | number | bigint | null =>
  typeof cell === 'number' && type === 'integer' ? BigInt(Math.trunc(cell)) : cell;
