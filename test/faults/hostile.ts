/** A text that harms who prints it as it is. */

/** A tag at which the engine's display ends, controls that a terminal obeys, and one that turns the direction. */
export const hostile = "<{% block %}>\u001b]0;title\u0007\u001b[2J\u009b1A\r\u202eok";

/** What may stand in nothing that is printed. */
export const steers = /<\{%|(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;
