/** The table of docs/changes.md, made of the definitions. */

import { definitions } from "../../provider/definitions";
import type { Definition } from "../../provider/definitions/definition";
import type { ChangeEffect } from "../../provider/definitions/row";
import { renderCode, renderTable } from "./markdown";
import { configureDocumented, configureNamed } from "./named";

const marks: Readonly<Record<ChangeEffect, string>> = {
  update: "`~` update",
  replace: "`+-` replace",
  reload: "`~` reloads the outputs",
  record: "`~` update of the state alone",
};

export function renderChanges(): string {
  return renderTable(["Class", "Argument", "As documented", "With `update`"], listChanges());
}

/** Lists the arguments by class, and by what a change of them does: as documented, and with `update` enabled. */
export function listChanges(): string[][] {
  return definitions.flatMap((definition) => {
    const names = new Map<string, string[]>();
    for (const [name, effects] of listEffects(definition)) {
      names.set(effects, [...(names.get(effects) ?? []), renderCode(name)]);
    }
    const rows = [...names].map(([effects, alike]) => [alike.join(", "), ...effects.split("|")]);
    return rows.map((cells) => [renderCode(definition.names.class), ...cells]);
  });
}

/** Lists each argument with the last two cells of its row. What adopts a resource is in docs/existing-resources.md. */
function listEffects(definition: Definition): [name: string, effects: string][] {
  const named = configureNamed(definition).arguments;
  return configureDocumented(definition).arguments.flatMap(({ name, row, changeEffect }, index) => {
    if (row.role === "existingId") return [];
    const effects = [changeEffect, named[index]?.changeEffect ?? changeEffect];
    return [[name, effects.map((effect) => marks[effect]).join("|")]];
  });
}
