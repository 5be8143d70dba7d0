/** The fields that `data-invoice` marks, and their paths in the two syntaxes of EN 16931. */

/** The format of a field on pages. Amounts and dates follow the language of the text. */
export type FieldKind = 'text' | 'code' | 'amount' | 'number' | 'date';

export type Syntax = 'CII' | 'UBL';

/** A group that an invoice repeats: `data-invoice="line"` and `data-invoice="vat"` mark its elements. */
export type GroupName = 'line' | 'vat';

/**
 * A row of a syntax, in the order of its schema. `path` holds qualified names with attributes: `a/b@format=102`. `{name}`
 * is the value of a field. `#` distinguishes siblings with the same name.
 */
export type Row =
  | { readonly path: string; readonly field: string }
  | { readonly path: string; readonly constant: string; readonly withField: string | null }
  | { readonly path: string; readonly group: GroupName; readonly rows: readonly Row[] };

const party = (name: string): readonly (readonly [string, FieldKind])[] => [
  [`${name}.name`, 'text'],
  [`${name}.street`, 'text'],
  [`${name}.postcode`, 'text'],
  [`${name}.city`, 'text'],
  [`${name}.country`, 'code'],
  [`${name}.vatId`, 'code'],
  [`${name}.email`, 'text'],
  [`${name}.contact`, 'text'],
  [`${name}.phone`, 'text'],
  [`${name}.contactEmail`, 'text'],
];

export const HEADER_FIELDS: ReadonlyMap<string, FieldKind> = new Map<string, FieldKind>([
  ['number', 'text'],
  ['typeCode', 'code'],
  ['issueDate', 'date'],
  ['dueDate', 'date'],
  ['deliveryDate', 'date'],
  ['currency', 'code'],
  ['note', 'text'],
  ['buyerReference', 'text'],
  ['orderNumber', 'text'],
  ...party('seller'),
  ['seller.taxNumber', 'text'],
  ...party('buyer'),
  ['paymentReference', 'text'],
  ['paymentTerms', 'text'],
  ['iban', 'code'],
  ['bic', 'code'],
  ['lineTotal', 'amount'],
  ['taxBasisTotal', 'amount'],
  ['taxTotal', 'amount'],
  ['grandTotal', 'amount'],
  ['prepaid', 'amount'],
  ['duePayable', 'amount'],
]);

export const GROUP_FIELDS: Readonly<Record<GroupName, ReadonlyMap<string, FieldKind>>> = {
  line: new Map<string, FieldKind>([
    ['id', 'text'],
    ['name', 'text'],
    ['description', 'text'],
    ['quantity', 'number'],
    ['unit', 'code'],
    ['price', 'number'],
    ['vatRate', 'number'],
    ['vatCategory', 'code'],
    ['total', 'amount'],
  ]),
  vat: new Map<string, FieldKind>([
    ['rate', 'number'],
    ['category', 'code'],
    ['reason', 'text'],
    ['basis', 'amount'],
    ['amount', 'amount'],
  ]),
};

const field = (path: string, name: string): Row => ({ path, field: name });
const constant = (path: string, value: string, withField: string | null = null): Row => ({
  path,
  constant: value,
  withField,
});
const under = (prefix: string, rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => ({ ...row, path: `${prefix}/${row.path}` }));

const DATE = 'udt:DateTimeString@format=102';

const ciiParty = (name: string): readonly Row[] => [
  field('ram:Name', `${name}.name`),
  field('ram:DefinedTradeContact/ram:PersonName', `${name}.contact`),
  field('ram:DefinedTradeContact/ram:TelephoneUniversalCommunication/ram:CompleteNumber', `${name}.phone`),
  field('ram:DefinedTradeContact/ram:EmailURIUniversalCommunication/ram:URIID', `${name}.contactEmail`),
  field('ram:PostalTradeAddress/ram:PostcodeCode', `${name}.postcode`),
  field('ram:PostalTradeAddress/ram:LineOne', `${name}.street`),
  field('ram:PostalTradeAddress/ram:CityName', `${name}.city`),
  field('ram:PostalTradeAddress/ram:CountryID', `${name}.country`),
  field('ram:URIUniversalCommunication/ram:URIID@schemeID=EM', `${name}.email`),
  field('ram:SpecifiedTaxRegistration/ram:ID@schemeID=VA', `${name}.vatId`),
];

const CII_LINE: readonly Row[] = [
  field('ram:AssociatedDocumentLineDocument/ram:LineID', 'id'),
  field('ram:SpecifiedTradeProduct/ram:Name', 'name'),
  field('ram:SpecifiedTradeProduct/ram:Description', 'description'),
  field('ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount', 'price'),
  field('ram:SpecifiedLineTradeDelivery/ram:BilledQuantity@unitCode={unit}', 'quantity'),
  ...under('ram:SpecifiedLineTradeSettlement', [
    constant('ram:ApplicableTradeTax/ram:TypeCode', 'VAT'),
    field('ram:ApplicableTradeTax/ram:CategoryCode', 'vatCategory'),
    field('ram:ApplicableTradeTax/ram:RateApplicablePercent', 'vatRate'),
    field('ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount', 'total'),
  ]),
];

const CII_VAT: readonly Row[] = [
  field('ram:CalculatedAmount', 'amount'),
  constant('ram:TypeCode', 'VAT'),
  field('ram:ExemptionReason', 'reason'),
  field('ram:BasisAmount', 'basis'),
  field('ram:CategoryCode', 'category'),
  field('ram:RateApplicablePercent', 'rate'),
];

const CII: readonly Row[] = [
  field('rsm:ExchangedDocumentContext/ram:BusinessProcessSpecifiedDocumentContextParameter/ram:ID', 'businessProcess'),
  field('rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID', 'guideline'),
  ...under('rsm:ExchangedDocument', [
    field('ram:ID', 'number'),
    field('ram:TypeCode', 'typeCode'),
    field(`ram:IssueDateTime/${DATE}`, 'issueDate'),
    field('ram:IncludedNote/ram:Content', 'note'),
  ]),
  ...under('rsm:SupplyChainTradeTransaction', [
    { path: 'ram:IncludedSupplyChainTradeLineItem', group: 'line', rows: CII_LINE },
    ...under('ram:ApplicableHeaderTradeAgreement', [
      field('ram:BuyerReference', 'buyerReference'),
      ...under('ram:SellerTradeParty', [
        ...ciiParty('seller'),
        field('ram:SpecifiedTaxRegistration#2/ram:ID@schemeID=FC', 'seller.taxNumber'),
      ]),
      ...under('ram:BuyerTradeParty', ciiParty('buyer')),
      field('ram:BuyerOrderReferencedDocument/ram:IssuerAssignedID', 'orderNumber'),
    ]),
    constant('ram:ApplicableHeaderTradeDelivery', ''),
    field(
      `ram:ApplicableHeaderTradeDelivery/ram:ActualDeliverySupplyChainEvent/ram:OccurrenceDateTime/${DATE}`,
      'deliveryDate',
    ),
    ...under('ram:ApplicableHeaderTradeSettlement', [
      field('ram:PaymentReference', 'paymentReference'),
      field('ram:InvoiceCurrencyCode', 'currency'),
      ...under('ram:SpecifiedTradeSettlementPaymentMeans', [
        constant('ram:TypeCode', '58', 'iban'),
        field('ram:PayeePartyCreditorFinancialAccount/ram:IBANID', 'iban'),
        field('ram:PayeeSpecifiedCreditorFinancialInstitution/ram:BICID', 'bic'),
      ]),
      { path: 'ram:ApplicableTradeTax', group: 'vat', rows: CII_VAT },
      field('ram:SpecifiedTradePaymentTerms/ram:Description', 'paymentTerms'),
      field(`ram:SpecifiedTradePaymentTerms/ram:DueDateDateTime/${DATE}`, 'dueDate'),
      ...under('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
        field('ram:LineTotalAmount', 'lineTotal'),
        field('ram:TaxBasisTotalAmount', 'taxBasisTotal'),
        field('ram:TaxTotalAmount@currencyID={currency}', 'taxTotal'),
        field('ram:GrandTotalAmount', 'grandTotal'),
        field('ram:TotalPrepaidAmount', 'prepaid'),
        field('ram:DuePayableAmount', 'duePayable'),
      ]),
    ]),
  ]),
];

const MONEY = '@currencyID={currency}';
const VAT_SCHEME = 'cac:TaxScheme/cbc:ID';

const ublParty = (name: string): readonly Row[] => [
  field('cbc:EndpointID@schemeID=EM', `${name}.email`),
  field('cac:PostalAddress/cbc:StreetName', `${name}.street`),
  field('cac:PostalAddress/cbc:CityName', `${name}.city`),
  field('cac:PostalAddress/cbc:PostalZone', `${name}.postcode`),
  field('cac:PostalAddress/cac:Country/cbc:IdentificationCode', `${name}.country`),
  field('cac:PartyTaxScheme/cbc:CompanyID', `${name}.vatId`),
  constant(`cac:PartyTaxScheme/${VAT_SCHEME}`, 'VAT', `${name}.vatId`),
];
const ublPartyEnd = (name: string): readonly Row[] => [
  field('cac:PartyLegalEntity/cbc:RegistrationName', `${name}.name`),
  field('cac:Contact/cbc:Name', `${name}.contact`),
  field('cac:Contact/cbc:Telephone', `${name}.phone`),
  field('cac:Contact/cbc:ElectronicMail', `${name}.contactEmail`),
];

const UBL: readonly Row[] = [
  field('cbc:CustomizationID', 'guideline'),
  field('cbc:ProfileID', 'businessProcess'),
  field('cbc:ID', 'number'),
  field('cbc:IssueDate', 'issueDate'),
  field('cbc:DueDate', 'dueDate'),
  field('cbc:InvoiceTypeCode', 'typeCode'),
  field('cbc:Note', 'note'),
  field('cbc:DocumentCurrencyCode', 'currency'),
  field('cbc:BuyerReference', 'buyerReference'),
  field('cac:OrderReference/cbc:ID', 'orderNumber'),
  ...under('cac:AccountingSupplierParty/cac:Party', [
    ...ublParty('seller'),
    field('cac:PartyTaxScheme#2/cbc:CompanyID', 'seller.taxNumber'),
    constant(`cac:PartyTaxScheme#2/${VAT_SCHEME}`, 'FC', 'seller.taxNumber'),
    ...ublPartyEnd('seller'),
  ]),
  ...under('cac:AccountingCustomerParty/cac:Party', [...ublParty('buyer'), ...ublPartyEnd('buyer')]),
  field('cac:Delivery/cbc:ActualDeliveryDate', 'deliveryDate'),
  ...under('cac:PaymentMeans', [
    constant('cbc:PaymentMeansCode', '58', 'iban'),
    field('cbc:PaymentID', 'paymentReference'),
    field('cac:PayeeFinancialAccount/cbc:ID', 'iban'),
    field('cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID', 'bic'),
  ]),
  field('cac:PaymentTerms/cbc:Note', 'paymentTerms'),
  field(`cac:TaxTotal/cbc:TaxAmount${MONEY}`, 'taxTotal'),
  {
    path: 'cac:TaxTotal/cac:TaxSubtotal',
    group: 'vat',
    rows: [
      field(`cbc:TaxableAmount${MONEY}`, 'basis'),
      field(`cbc:TaxAmount${MONEY}`, 'amount'),
      field('cac:TaxCategory/cbc:ID', 'category'),
      field('cac:TaxCategory/cbc:Percent', 'rate'),
      field('cac:TaxCategory/cbc:TaxExemptionReason', 'reason'),
      constant(`cac:TaxCategory/${VAT_SCHEME}`, 'VAT'),
    ],
  },
  ...under('cac:LegalMonetaryTotal', [
    field(`cbc:LineExtensionAmount${MONEY}`, 'lineTotal'),
    field(`cbc:TaxExclusiveAmount${MONEY}`, 'taxBasisTotal'),
    field(`cbc:TaxInclusiveAmount${MONEY}`, 'grandTotal'),
    field(`cbc:PrepaidAmount${MONEY}`, 'prepaid'),
    field(`cbc:PayableAmount${MONEY}`, 'duePayable'),
  ]),
  {
    path: 'cac:InvoiceLine',
    group: 'line',
    rows: [
      field('cbc:ID', 'id'),
      field('cbc:InvoicedQuantity@unitCode={unit}', 'quantity'),
      field(`cbc:LineExtensionAmount${MONEY}`, 'total'),
      field('cac:Item/cbc:Description', 'description'),
      field('cac:Item/cbc:Name', 'name'),
      field('cac:Item/cac:ClassifiedTaxCategory/cbc:ID', 'vatCategory'),
      field('cac:Item/cac:ClassifiedTaxCategory/cbc:Percent', 'vatRate'),
      constant(`cac:Item/cac:ClassifiedTaxCategory/${VAT_SCHEME}`, 'VAT'),
      field(`cac:Price/cbc:PriceAmount${MONEY}`, 'price'),
    ],
  },
];

const CII_NAMESPACE = 'urn:un:unece:uncefact:data:standard:';
const UBL_NAMESPACE = 'urn:oasis:names:specification:ubl:schema:xsd:';

interface SyntaxRows {
  readonly root: string;
  readonly namespaces: string;
  readonly rows: readonly Row[];
  /** Converts a date of the form 2026-04-17 to the format of the syntax. */
  readonly date: (iso: string) => string;
}

export const SYNTAXES: Readonly<Record<Syntax, SyntaxRows>> = {
  CII: {
    root: 'rsm:CrossIndustryInvoice',
    namespaces: `xmlns:rsm="${CII_NAMESPACE}CrossIndustryInvoice:100" xmlns:ram="${CII_NAMESPACE}ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${CII_NAMESPACE}UnqualifiedDataType:100"`,
    rows: CII,
    date: (iso) => iso.replaceAll('-', ''),
  },
  UBL: {
    root: 'Invoice',
    namespaces: `xmlns="${UBL_NAMESPACE}Invoice-2" xmlns:cac="${UBL_NAMESPACE}CommonAggregateComponents-2" xmlns:cbc="${UBL_NAMESPACE}CommonBasicComponents-2"`,
    rows: UBL,
    date: (iso) => iso,
  },
};
