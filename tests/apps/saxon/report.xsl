<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema"
                xmlns:map="http://www.w3.org/2005/xpath-functions/map" xmlns:f="urn:functions" exclude-result-prefixes="#all">
  <xsl:output method="xml" indent="yes"/>
  <xsl:mode on-no-match="shallow-skip"/>
  <xsl:function name="f:fibonacci" as="xs:integer">
    <xsl:param name="n" as="xs:integer"/>
    <xsl:sequence select="if ($n lt 2) then $n else f:fibonacci($n - 1) + f:fibonacci($n - 2)"/>
  </xsl:function>
  <xsl:template match="library">
    <report>
      <xsl:for-each-group select="book" group-by="@year">
        <xsl:sort select="xs:integer(current-grouping-key())"/>
        <year value="{current-grouping-key()}" books="{count(current-group())}" price="{format-number(sum(current-group()/price), '0.00')}">
          <xsl:apply-templates select="current-group()"/>
        </year>
      </xsl:for-each-group>
      <fibonacci><xsl:value-of select="(1 to 15) ! f:fibonacci(.)"/></fibonacci>
      <words>
        <xsl:variable name="count" select="fold-left(tokenize(string-join(//title, ' '), '\s+'), map{}, function($m, $w) { map:put($m, lower-case($w), ($m(lower-case($w)), 0)[1] + 1) })"/>
        <xsl:for-each select="sort(map:keys($count))">
          <word n="{$count(.)}"><xsl:value-of select="."/></word>
        </xsl:for-each>
      </words>
    </report>
  </xsl:template>
  <xsl:template match="book">
    <entry id="{@id}" authors="{string-join(author, ', ')}"><xsl:value-of select="replace(title, '(\w)\w*\s*', '$1')"/></entry>
  </xsl:template>
</xsl:stylesheet>
