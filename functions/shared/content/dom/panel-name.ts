/** The attribute that normalising gives to the name of a tab above its panel, so that it is dropped with what it names. */
export const panelNameAttribute = 'data-normalised-panel-name';
